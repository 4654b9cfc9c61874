# RUN: %interp %s --input x=f32[3]{-1,0,4} | %check %s --check-prefix=DEFAULT
# RUN: %native %s --input x=f32[3]{-1,0,4} | %check %s --check-prefix=DEFAULT
# RUN: %interp %s --input x=f32[3]{-1,0,4} --input low=0.5 | %check %s --check-prefix=GIVEN
# RUN: %native %s --input x=f32[3]{-1,0,4} --input low=0.5 | %check %s --check-prefix=GIVEN
# An argument that is not given has the default value of the script.


def shifted(x, low: float = 2.0):
    if low > 1.0:
        return x * low
    return x - low


# DEFAULT: f32[3] = [-2.0, 0.0, 8.0]
# GIVEN: f32[3] = [-1.5, -0.5, 3.5]

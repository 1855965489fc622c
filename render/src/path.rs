//! Outlines of shapes as SVG path data.
//!
//! Every shape is a filled outline of straight lines and Bézier curves with coordinates rounded to hundredths of a
//! pixel: no arcs and no strokes, whose geometry depends on a machine's trigonometric functions, so that a picture
//! has the same bytes everywhere.

/// How far the handles of a Bézier quarter circle reach, as a share of the radius.
const KAPPA: f32 = 0.552_284_8;

/// A point in pixels: x to the right, y downwards.
pub(crate) type Point = (f32, f32);

/// Writes path data.
pub(crate) struct Pen {
    data: String,
    /// How many pixels a unit is.
    scale: f32,
}

impl Default for Pen {
    fn default() -> Pen {
        Pen::scaled(1.0)
    }
}

impl Pen {
    /// A pen for which a unit is so many pixels.
    pub fn scaled(scale: f32) -> Pen {
        Pen { data: String::new(), scale }
    }

    /// The path data so far.
    pub fn finish(self) -> String {
        self.data
    }

    fn number(&mut self, value: f32) {
        number(&mut self.data, value * self.scale);
    }

    fn command(&mut self, letter: char, points: &[Point]) -> &mut Self {
        self.data.push(letter);
        for (index, &(x, y)) in points.iter().enumerate() {
            if index > 0 {
                self.data.push(' ');
            }
            self.number(x);
            self.data.push(' ');
            self.number(y);
        }
        self
    }

    pub fn go(&mut self, to: Point) -> &mut Self {
        self.command('M', &[to])
    }

    pub fn line(&mut self, to: Point) -> &mut Self {
        self.command('L', &[to])
    }

    pub fn quad(&mut self, handle: Point, to: Point) -> &mut Self {
        self.command('Q', &[handle, to])
    }

    pub fn cubic(&mut self, first: Point, second: Point, to: Point) -> &mut Self {
        self.command('C', &[first, second, to])
    }

    pub fn close(&mut self) -> &mut Self {
        self.data.push('Z');
        self
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[Point]) -> &mut Self {
        if let [first, rest @ ..] = points {
            self.go(*first);
            for &point in rest {
                self.line(point);
            }
            self.close();
        }
        self
    }

    /// A rectangle.
    pub fn rect(&mut self, x: f32, y: f32, w: f32, h: f32) -> &mut Self {
        self.polygon(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    }

    /// A rectangle that is a hole in what was drawn before it.
    pub fn rect_hole(&mut self, x: f32, y: f32, w: f32, h: f32) -> &mut Self {
        self.polygon(&[(x, y), (x, y + h), (x + w, y + h), (x + w, y)])
    }

    /// The frame of a rectangle, of the given thickness inwards.
    pub fn frame(&mut self, x: f32, y: f32, w: f32, h: f32, thick: f32) -> &mut Self {
        self.rect(x, y, w, h).rect_hole(x + thick, y + thick, w - 2.0 * thick, h - 2.0 * thick)
    }

    /// A rectangle with round corners.
    pub fn round(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32) -> &mut Self {
        let k = r * (1.0 - KAPPA);
        let (right, low) = (x + w, y + h);
        self.go((x + r, y)).line((right - r, y));
        self.cubic((right - k, y), (right, y + k), (right, y + r)).line((right, low - r));
        self.cubic((right, low - k), (right - k, low), (right - r, low)).line((x + r, low));
        self.cubic((x + k, low), (x, low - k), (x, low - r)).line((x, y + r));
        self.cubic((x, y + k), (x + k, y), (x + r, y)).close()
    }

    /// A hole with round corners.
    pub fn round_hole(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32) -> &mut Self {
        let k = r * (1.0 - KAPPA);
        let (right, low) = (x + w, y + h);
        self.go((x + r, y)).cubic((x + k, y), (x, y + k), (x, y + r)).line((x, low - r));
        self.cubic((x, low - k), (x + k, low), (x + r, low)).line((right - r, low));
        self.cubic((right - k, low), (right, low - k), (right, low - r)).line((right, y + r));
        self.cubic((right, y + k), (right - k, y), (right - r, y)).close()
    }

    /// The frame of a rectangle with round corners, of the given thickness inwards.
    pub fn round_frame(&mut self, x: f32, y: f32, w: f32, h: f32, r: f32, thick: f32) -> &mut Self {
        self.round(x, y, w, h, r);
        self.round_hole(x + thick, y + thick, w - 2.0 * thick, h - 2.0 * thick, (r - thick).max(0.5))
    }

    /// An ellipse.
    pub fn ellipse(&mut self, (x, y): Point, rx: f32, ry: f32) -> &mut Self {
        let (kx, ky) = (rx * KAPPA, ry * KAPPA);
        self.go((x + rx, y));
        self.cubic((x + rx, y + ky), (x + kx, y + ry), (x, y + ry));
        self.cubic((x - kx, y + ry), (x - rx, y + ky), (x - rx, y));
        self.cubic((x - rx, y - ky), (x - kx, y - ry), (x, y - ry));
        self.cubic((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)).close()
    }

    /// An ellipse that is a hole in what was drawn before it.
    pub fn ellipse_hole(&mut self, (x, y): Point, rx: f32, ry: f32) -> &mut Self {
        let (kx, ky) = (rx * KAPPA, ry * KAPPA);
        self.go((x + rx, y));
        self.cubic((x + rx, y - ky), (x + kx, y - ry), (x, y - ry));
        self.cubic((x - kx, y - ry), (x - rx, y - ky), (x - rx, y));
        self.cubic((x - rx, y + ky), (x - kx, y + ry), (x, y + ry));
        self.cubic((x + kx, y + ry), (x + rx, y + ky), (x + rx, y)).close()
    }

    /// A circle.
    pub fn circle(&mut self, centre: Point, r: f32) -> &mut Self {
        self.ellipse(centre, r, r)
    }

    /// A ring between two radii.
    pub fn ring(&mut self, centre: Point, outer: f32, inner: f32) -> &mut Self {
        self.circle(centre, outer).ellipse_hole(centre, inner, inner)
    }

    /// The outline of a disc of some height seen a little from above: a circle drawn out downwards.
    pub fn drum(&mut self, (x, y): Point, r: f32, height: f32) -> &mut Self {
        let k = r * KAPPA;
        let low = y + height;
        self.go((x + r, y)).line((x + r, low));
        self.cubic((x + r, low + k), (x + k, low + r), (x, low + r));
        self.cubic((x - k, low + r), (x - r, low + k), (x - r, low)).line((x - r, y));
        self.cubic((x - r, y - k), (x - k, y - r), (x, y - r));
        self.cubic((x + k, y - r), (x + r, y - k), (x + r, y)).close()
    }

    /// A straight bar between two points.
    pub fn bar(&mut self, from: Point, to: Point, thick: f32) -> &mut Self {
        let (dx, dy) = unit(from, to);
        let (nx, ny) = (-dy * thick / 2.0, dx * thick / 2.0);
        self.polygon(&[
            (from.0 + nx, from.1 + ny),
            (to.0 + nx, to.1 + ny),
            (to.0 - nx, to.1 - ny),
            (from.0 - nx, from.1 - ny),
        ])
    }
}

/// The direction from one point to another, of length one.
pub(crate) fn unit(from: Point, to: Point) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(0.001);
    (dx / length, dy / length)
}

/// Writes a number rounded to hundredths, as short as it gets.
pub(crate) fn number(text: &mut String, value: f32) {
    // What `round` does, without the call that it is on processors of the oldest kind.
    let exact = f64::from(value * 100.0);
    let hundredths = (exact + 0.5_f64.copysign(exact)) as i32;
    if hundredths < 0 {
        text.push('-');
    }
    let hundredths = hundredths.unsigned_abs();
    let (whole, part) = (hundredths / 100, hundredths % 100);
    push_int(text, whole);
    if part > 0 {
        text.push('.');
        text.push((b'0' + (part / 10) as u8) as char);
        if part % 10 > 0 {
            text.push((b'0' + (part % 10) as u8) as char);
        }
    }
}

fn push_int(text: &mut String, value: u32) {
    if value >= 10 {
        push_int(text, value / 10);
    }
    text.push((b'0' + (value % 10) as u8) as char);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = |value| {
            let mut text = String::new();
            number(&mut text, value);
            text
        };
        assert_eq!(written(12.0), "12");
        assert_eq!(written(-0.5), "-0.5");
        assert_eq!(written(2.71234), "2.71");
        assert_eq!(written(0.004), "0");
        assert_eq!(written(100.05), "100.05");
    }

    #[test]
    fn a_polygon_is_closed() {
        let mut pen = Pen::default();
        pen.rect(1.0, 2.0, 3.0, 4.0);
        assert_eq!(pen.finish(), "M1 2L4 2L4 6L1 6Z");
    }
}

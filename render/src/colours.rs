//! The distinct colours of a picture.

/// The distinct colours of a picture in the order in which they are met, found by hashing.
pub(crate) struct Colours {
    /// A power of two of places; a place holds a colour and its number, counted from one.
    table: Vec<(u32, u32)>,
    pub colours: Vec<u32>,
    /// The pixels of each colour, and those of them in areas.
    pub counts: Vec<u32>,
    pub areas: Vec<u32>,
}

impl Colours {
    pub fn new() -> Colours {
        Colours { table: vec![(0, 0); 1 << 12], colours: Vec::new(), counts: Vec::new(), areas: Vec::new() }
    }

    /// The place in the table where a colour is, or would be.
    fn place(&self, colour: u32) -> usize {
        let mask = self.table.len() - 1;
        // The high bits depend on all of the colour.
        let mut place = (colour.wrapping_mul(0x9e37_79b1) >> (32 - self.table.len().ilog2())) as usize & mask;
        while self.table[place].1 > 0 && self.table[place].0 != colour {
            place = (place + 1) & mask;
        }
        place
    }

    /// So many more pixels have a colour.
    pub fn count(&mut self, number: usize, pixels: u32, in_area: bool) {
        self.counts[number] += pixels;
        self.areas[number] += if in_area { pixels } else { 0 };
    }

    /// The number of a colour.
    #[inline]
    pub fn number(&mut self, colour: u32) -> usize {
        let place = self.place(colour);
        match self.table[place].1 {
            0 => self.meet(colour, place),
            number => number as usize - 1,
        }
    }

    /// Gives a number to a colour that is met for the first time, and whose place in the table this is.
    #[cold]
    fn meet(&mut self, colour: u32, place: usize) -> usize {
        self.colours.push(colour);
        self.counts.push(0);
        self.areas.push(0);
        self.table[place] = (colour, self.colours.len() as u32);
        if self.colours.len() * 2 > self.table.len() {
            self.table = vec![(0, 0); self.table.len() * 2];
            for number in 0..self.colours.len() {
                let place = self.place(self.colours[number]);
                self.table[place] = (self.colours[number], number as u32 + 1);
            }
        }
        self.colours.len() - 1
    }
}

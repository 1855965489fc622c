//! The themes: what every thing is coloured. Themes change colours, never meanings.

use tavlei_core::seat::Colour as PieceColour;

/// A colour: red, green and blue as `0xrrggbb`. All that is drawn is opaque but for the shadows of pieces: so a colour is the
/// same wherever it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub u32);

impl Colour {
    /// The opaque colour that this one makes on a ground that shines through: `percent` of this one, the rest of the ground.
    pub fn over(self, ground: Colour, percent: u32) -> Colour {
        let channel = |shift: u32| {
            let (above, below) = (self.0 >> shift & 255, ground.0 >> shift & 255);
            ((above * percent + below * (100 - percent) + 50) / 100) << shift
        };
        Colour(channel(16) | channel(8) | channel(0))
    }
}

/// What tints a whole square; of several, the last one drawn is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tint {
    Home(PieceColour),
    Forbidden,
    Start,
    Way,
    End,
    Winning,
    Active,
}

impl Tint {
    const ALL: [Tint; 8] = [
        Tint::Home(PieceColour::White),
        Tint::Home(PieceColour::Black),
        Tint::Forbidden,
        Tint::Start,
        Tint::Way,
        Tint::End,
        Tint::Winning,
        Tint::Active,
    ];
}

/// How strong the shadow of a piece is, in percent.
pub(crate) const SHADOW: u32 = 26;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// A wooden board.
    #[default]
    Wood,
    /// Calm and dark.
    Dark,
    /// Light, like print on paper.
    Paper,
    /// High contrast.
    Contrast,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Dark, Theme::Paper, Theme::Contrast];

    /// The name in lower case: `wood`, `dark`, `paper`, `contrast`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Dark => "dark",
            Theme::Paper => "paper",
            Theme::Contrast => "contrast",
        }
    }

    /// The theme of a name, in whatever case.
    pub fn by_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(name))
    }

    pub(crate) const fn colours(self) -> &'static Colours {
        match self {
            Theme::Wood => &WOOD,
            Theme::Dark => &DARK,
            Theme::Paper => &PAPER,
            Theme::Contrast => &CONTRAST,
        }
    }
}

/// The colours of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    /// The upper face.
    pub face: Colour,
    /// The hollow in the middle of the face.
    pub hollow: Colour,
    /// The lit rim round the face.
    pub rim: Colour,
    /// The side, as far as it is seen.
    pub side: Colour,
    /// The line round everything.
    pub edge: Colour,
    /// Signs on the face.
    pub ink: Colour,
}

impl Disc {
    fn palette(&self) -> [Colour; 6] {
        let Disc { face, hollow, rim, side, edge, ink } = *self;
        [face, hollow, rim, side, edge, ink]
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(crate) struct Colours {
    /// The frame round the board, and lines on it.
    pub frame: Colour,
    pub frame_lit: Colour,
    pub frame_dim: Colour,
    pub coordinate: Colour,
    pub board_edge: Colour,

    pub light: Colour,
    pub dark: Colour,
    /// Quiet drawings on a light and on a dark square.
    pub on_light: Colour,
    pub on_dark: Colour,

    pub white: Disc,
    pub black: Disc,
    /// Men of no colour.
    pub man: Disc,
    pub shadow: Colour,
    pub crown: Colour,
    pub crown_edge: Colour,

    /// The tint of the last ply.
    pub last: Colour,
    pub taken: Colour,
    pub turned: Colour,
    pub active: Colour,
    pub winning: Colour,
    pub warning: Colour,
    pub target: Colour,
    /// What is pointed at.
    pub pointer: Colour,
    pub forbidden: Colour,
    /// A line or group that is nobody's.
    pub line: Colour,
    pub line_edge: Colour,

    /// A number on the board.
    pub badge: Colour,
    pub badge_text: Colour,

    pub pit: Colour,
    pub pit_deep: Colour,
    pub pit_rim: Colour,
    pub seeds: [Colour; 4],
    pub seed_edge: Colour,

    pub bar: Colour,
    pub bar_text: Colour,
    pub bar_quiet: Colour,
    pub acts: Colour,
}

impl Colours {
    pub fn disc(&self, colour: PieceColour) -> &Disc {
        match colour {
            PieceColour::White => &self.white,
            PieceColour::Black => &self.black,
        }
    }

    /// A square of the board, dark or light.
    pub fn square(&self, dark: bool) -> Colour {
        if dark { self.dark } else { self.light }
    }

    /// A square with a tint.
    pub fn tinted(&self, tint: Tint, dark: bool) -> Colour {
        let (colour, percent) = match tint {
            Tint::Home(colour) => (self.disc(colour).face, 26),
            Tint::Forbidden => (self.forbidden, 45),
            Tint::Start => (self.last, 50),
            Tint::Way => (self.last, 36),
            Tint::End => (self.last, 78),
            Tint::Winning => (self.winning, 80),
            Tint::Active => (self.active, 28),
        };
        colour.over(self.square(dark), percent)
    }

    /// The ink of drawings on a square that must be seen: the frame of the last ply.
    pub fn ink(&self, dark: bool) -> Colour {
        if dark { self.on_dark } else { self.on_light }
    }

    /// The ink of quiet drawings on a square.
    pub fn quiet(&self, dark: bool) -> Colour {
        self.ink(dark).over(self.square(dark), 42)
    }

    /// The hatching of a forbidden square.
    pub fn hatch(&self, dark: bool) -> Colour {
        self.forbidden.over(self.tinted(Tint::Forbidden, dark), 70)
    }

    /// The light line round a dark drawing on a square.
    pub fn halo(&self, dark: bool) -> Colour {
        self.white.face.over(self.square(dark), 45)
    }

    /// A free square that the enemy hits: many may be, and only pieces that are hit are worth an outcry.
    pub fn hit(&self, dark: bool) -> Colour {
        self.warning.over(self.square(dark), 70)
    }

    /// The name of a pit beside its number, and the label of a pit whose owner is out.
    pub fn coordinate_quiet(&self) -> Colour {
        self.coordinate.over(self.frame, 70)
    }

    /// The glint on a seed.
    pub fn glint(&self, seed: Colour) -> Colour {
        self.line_edge.over(seed, 50)
    }

    /// The shadow of a piece where a ply ended, on a light and on a dark square.
    fn shaded_ends(&self) -> [Colour; 2] {
        [false, true].map(|dark| self.shadow.over(self.tinted(Tint::End, dark), SHADOW))
    }

    /// Half way between a white and a black piece: no area has it, but many edges.
    fn between(&self) -> Colour {
        self.white.face.over(self.black.face, 50)
    }

    /// The colours that stand for what smoothed edges blend. Few, because it is edges that make a file long.
    pub fn blends(&self) -> [Colour; 22] {
        let Colours { white, black, man, .. } = self;
        let [light_end, dark_end] = self.shaded_ends();
        [
            self.frame,
            self.frame_lit,
            self.coordinate,
            self.light,
            self.dark,
            white.face,
            white.edge,
            black.face,
            black.rim,
            black.edge,
            self.between(),
            man.face,
            self.crown,
            self.crown_edge,
            self.taken,
            self.turned,
            self.pointer,
            light_end,
            dark_end,
            self.pit_rim,
            self.bar_quiet,
            self.bar,
        ]
    }

    /// Every colour that a picture can have, each once: the palette has all of them, so that none is ever another.
    pub fn palette(&self) -> Vec<Colour> {
        // Without `..`: the compiler asks for a colour that is forgotten here.
        let Colours {
            frame,
            frame_lit,
            frame_dim,
            coordinate,
            board_edge,
            light,
            dark,
            on_light,
            on_dark,
            white,
            black,
            man,
            shadow,
            crown,
            crown_edge,
            last,
            taken,
            turned,
            active,
            winning,
            warning,
            target,
            pointer,
            forbidden: _,
            line,
            line_edge,
            badge,
            badge_text,
            pit,
            pit_deep,
            pit_rim,
            seeds,
            seed_edge,
            bar,
            bar_text,
            bar_quiet,
            acts,
        } = *self;
        let mut palette = vec![
            frame,
            frame_lit,
            frame_dim,
            coordinate,
            board_edge,
            light,
            dark,
            on_light,
            on_dark,
            crown,
            crown_edge,
            last,
            taken,
            turned,
            active,
            winning,
            warning,
            target,
            pointer,
            line,
            line_edge,
            badge,
            badge_text,
            pit,
            pit_deep,
            pit_rim,
            seed_edge,
            bar,
            bar_text,
            bar_quiet,
            acts,
            self.coordinate_quiet(),
        ];
        palette.extend([white, black, man].iter().flat_map(Disc::palette));
        palette.extend(seeds.iter().flat_map(|&seed| [seed, self.glint(seed)]));
        for is_dark in [false, true] {
            palette.extend(Tint::ALL.map(|tint| self.tinted(tint, is_dark)));
            palette.extend([self.quiet(is_dark), self.hatch(is_dark), self.halo(is_dark), self.hit(is_dark)]);
        }
        palette.extend([light, dark, frame, bar].map(|ground| shadow.over(ground, SHADOW)));
        palette.extend(self.shaded_ends());
        palette.push(self.between());
        palette.sort_unstable();
        palette.dedup();
        palette
    }
}

const fn rgb(rgb: u32) -> Colour {
    Colour(rgb)
}

const IVORY: Disc = Disc {
    face: rgb(0xfcf7ec),
    hollow: rgb(0xf4ecda),
    rim: rgb(0xfcf7ec),
    side: rgb(0xcdbd9b),
    edge: rgb(0x5a4a35),
    ink: rgb(0x2e2419),
};

const EBONY: Disc = Disc {
    face: rgb(0x332c29),
    hollow: rgb(0x221c19),
    rim: rgb(0x6d625b),
    side: rgb(0x1a1614),
    edge: rgb(0x0c0a09),
    ink: rgb(0xf4ede0),
};

const WOOD: Colours = Colours {
    frame: rgb(0x5f4029),
    frame_lit: rgb(0x7a573a),
    frame_dim: rgb(0x452c1b),
    coordinate: rgb(0xf0dfc0),
    board_edge: rgb(0x2f1d11),
    light: rgb(0xe5cea4),
    dark: rgb(0xb07d53),
    on_light: rgb(0x5a3312),
    on_dark: rgb(0x351a05),
    white: IVORY,
    black: EBONY,
    man: Disc {
        face: rgb(0xb8472f),
        hollow: rgb(0xa23c27),
        rim: rgb(0xd97a5f),
        side: rgb(0x752615),
        edge: rgb(0x3c1109),
        ink: rgb(0xffffff),
    },
    shadow: rgb(0x1d0f05),
    crown: rgb(0xe6a91f),
    crown_edge: rgb(0x6b4205),
    last: rgb(0xf3d22b),
    taken: rgb(0xcf2e22),
    turned: rgb(0x1273c4),
    active: rgb(0x0f9d76),
    winning: rgb(0xffc61a),
    warning: rgb(0xe0471d),
    target: rgb(0x0f3318),
    pointer: rgb(0xc4168f),
    forbidden: rgb(0x3b2413),
    line: rgb(0x1273c4),
    line_edge: rgb(0xffffff),
    badge: rgb(0x1f3d38),
    badge_text: rgb(0xffffff),
    pit: rgb(0x4a2f1c),
    pit_deep: rgb(0x3b2415),
    pit_rim: rgb(0x8a6443),
    seeds: [rgb(0xf2e8d5), rgb(0xd9cfb4), rgb(0xe9cfa6), rgb(0xc3d0d1)],
    seed_edge: rgb(0x1d1109),
    bar: rgb(0x2d1d13),
    bar_text: rgb(0xf7ecd6),
    bar_quiet: rgb(0xc2aa88),
    acts: rgb(0xffcf33),
};

const DARK: Colours = Colours {
    frame: rgb(0x20262e),
    frame_lit: rgb(0x343d48),
    frame_dim: rgb(0x171c22),
    coordinate: rgb(0xa9b7c6),
    board_edge: rgb(0x0e1216),
    light: rgb(0x93a1af),
    dark: rgb(0x57677a),
    on_light: rgb(0x1d2935),
    on_dark: rgb(0x0f1820),
    white: Disc {
        face: rgb(0xf1f3f5),
        hollow: rgb(0xd9e0e6),
        rim: rgb(0xf1f3f5),
        side: rgb(0xb3bdc6),
        edge: rgb(0x2b343d),
        ink: rgb(0x1d252d),
    },
    black: Disc {
        face: rgb(0x1f242b),
        hollow: rgb(0x161a20),
        rim: rgb(0x59646f),
        side: rgb(0x0e1115),
        edge: rgb(0x050608),
        ink: rgb(0xeef2f5),
    },
    man: Disc {
        face: rgb(0xd0945a),
        hollow: rgb(0xbf834a),
        rim: rgb(0xe9b98a),
        side: rgb(0x82562b),
        edge: rgb(0x2f1d0c),
        ink: rgb(0x1d130a),
    },
    shadow: rgb(0x05080b),
    crown: rgb(0xe7b23c),
    crown_edge: rgb(0x5c3f06),
    last: rgb(0xe0b63a),
    taken: rgb(0xe0443e),
    turned: rgb(0x52b6f2),
    active: rgb(0x3ddc9f),
    winning: rgb(0xffd34d),
    warning: rgb(0xf0643c),
    target: rgb(0x04120b),
    pointer: rgb(0xff6ad5),
    forbidden: rgb(0x141a20),
    line: rgb(0x52b6f2),
    line_edge: rgb(0x0b1117),
    badge: rgb(0x0d1620),
    badge_text: rgb(0xffffff),
    pit: rgb(0x161b21),
    pit_deep: rgb(0x10141a),
    pit_rim: rgb(0x46515d),
    seeds: [rgb(0xe7ebee), rgb(0xb9c4cd), rgb(0xe0c79d), rgb(0x9fb8c9)],
    seed_edge: rgb(0x07090c),
    bar: rgb(0x14181d),
    bar_text: rgb(0xe8edf2),
    bar_quiet: rgb(0x94a3b2),
    acts: rgb(0xf2c94c),
};

const PAPER: Colours = Colours {
    frame: rgb(0xf5f1e8),
    frame_lit: rgb(0xffffff),
    frame_dim: rgb(0xd8d0c0),
    coordinate: rgb(0x5d564b),
    board_edge: rgb(0x6f675a),
    light: rgb(0xe0d8c7),
    dark: rgb(0xa79e8d),
    on_light: rgb(0x3f3a32),
    on_dark: rgb(0x2a2620),
    white: Disc {
        face: rgb(0xffffff),
        hollow: rgb(0xf5f3ee),
        rim: rgb(0xffffff),
        side: rgb(0xcac3b5),
        edge: rgb(0x39342c),
        ink: rgb(0x1f1c18),
    },
    black: Disc {
        face: rgb(0x3a3835),
        hollow: rgb(0x2a2826),
        rim: rgb(0x76726c),
        side: rgb(0x1c1b19),
        edge: rgb(0x0e0d0c),
        ink: rgb(0xfaf7f0),
    },
    man: Disc {
        face: rgb(0x4f7f8c),
        hollow: rgb(0x43707c),
        rim: rgb(0x86adb7),
        side: rgb(0x2b4c55),
        edge: rgb(0x12262b),
        ink: rgb(0xffffff),
    },
    shadow: rgb(0x2b261d),
    crown: rgb(0xd99a1c),
    crown_edge: rgb(0x5a3a03),
    last: rgb(0xf5cf3a),
    taken: rgb(0xc92a2a),
    turned: rgb(0x1769b5),
    active: rgb(0x0b8a63),
    winning: rgb(0xf7b916),
    warning: rgb(0xd9480f),
    target: rgb(0x14482a),
    pointer: rgb(0xb5127f),
    forbidden: rgb(0x3f3a32),
    line: rgb(0x1769b5),
    line_edge: rgb(0xffffff),
    badge: rgb(0x23403c),
    badge_text: rgb(0xffffff),
    pit: rgb(0xd9d1c1),
    pit_deep: rgb(0xc8bfad),
    pit_rim: rgb(0x8f8676),
    seeds: [rgb(0x6b4a2f), rgb(0x8a6844), rgb(0x50382a), rgb(0x7d7a5c)],
    seed_edge: rgb(0x22170e),
    bar: rgb(0xe7e0d1),
    bar_text: rgb(0x26221c),
    bar_quiet: rgb(0x6b6355),
    acts: rgb(0xd9480f),
};

const CONTRAST: Colours = Colours {
    frame: rgb(0x000000),
    frame_lit: rgb(0x5a5a5a),
    frame_dim: rgb(0x000000),
    coordinate: rgb(0xffffff),
    board_edge: rgb(0xffffff),
    light: rgb(0xc9d6e4),
    dark: rgb(0x5f7d9c),
    on_light: rgb(0x000000),
    on_dark: rgb(0x000000),
    white: Disc {
        face: rgb(0xffffff),
        hollow: rgb(0xffffff),
        rim: rgb(0xffffff),
        side: rgb(0xd0d0d0),
        edge: rgb(0x000000),
        ink: rgb(0x000000),
    },
    black: Disc {
        face: rgb(0x000000),
        hollow: rgb(0x000000),
        rim: rgb(0xffffff),
        side: rgb(0x000000),
        edge: rgb(0x000000),
        ink: rgb(0xffffff),
    },
    man: Disc {
        face: rgb(0xffd500),
        hollow: rgb(0xffd500),
        rim: rgb(0xfff3a8),
        side: rgb(0xa38800),
        edge: rgb(0x000000),
        ink: rgb(0x000000),
    },
    shadow: rgb(0x000000),
    crown: rgb(0xffc400),
    crown_edge: rgb(0x000000),
    last: rgb(0xffe600),
    taken: rgb(0xff0000),
    turned: rgb(0x0050ff),
    active: rgb(0x00c853),
    winning: rgb(0xffc400),
    warning: rgb(0xff3d00),
    target: rgb(0x00301a),
    pointer: rgb(0xd600a8),
    forbidden: rgb(0x000000),
    line: rgb(0x0050ff),
    line_edge: rgb(0xffffff),
    badge: rgb(0x000000),
    badge_text: rgb(0xffffff),
    pit: rgb(0x262626),
    pit_deep: rgb(0x1a1a1a),
    pit_rim: rgb(0xffffff),
    seeds: [rgb(0xffffff), rgb(0xffe94d), rgb(0xffffff), rgb(0xffe94d)],
    seed_edge: rgb(0x000000),
    bar: rgb(0x000000),
    bar_text: rgb(0xffffff),
    bar_quiet: rgb(0xd0d0d0),
    acts: rgb(0xffe600),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for theme in Theme::ALL {
            assert_eq!(Theme::by_name(theme.name()), Some(theme));
            assert_eq!(Theme::by_name(&theme.name().to_uppercase()), Some(theme));
        }
        assert_eq!(Theme::by_name("plaid"), None);
        assert_eq!(Theme::default(), Theme::ALL[0]);
    }

    /// Relative luminance, 0 (black) to 1 (white).
    fn luminance(colour: Colour) -> f64 {
        let linear = |shift: u32| {
            let channel = f64::from(colour.0 >> shift & 255) / 255.0;
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    /// Perceived lightness of a colour, 0 (black) to 100 (white): CIE L*.
    fn lightness(colour: Colour) -> f64 {
        let luminance = luminance(colour);
        if luminance <= 0.008856 { 903.3 * luminance } else { 116.0 * luminance.cbrt() - 16.0 }
    }

    /// The contrast of two colours as WCAG 2 defines it, 1 to 21.
    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// WCAG asks for 3 of what must be seen without being read.
    #[test]
    fn dots_of_legal_plies_and_the_last_ply_stand_out_without_their_hue() {
        for theme in Theme::ALL {
            let c = theme.colours();
            for dark in [false, true] {
                let dot = contrast(c.target, c.square(dark));
                assert!(dot >= 3.0, "{}: a dot has {dot:.1}", theme.name());
                for tint in [Tint::Start, Tint::Way, Tint::End] {
                    let line = contrast(c.ink(dark), c.tinted(tint, dark));
                    assert!(line >= 3.0, "{}: {tint:?} has {line:.1}", theme.name());
                }
            }
        }
    }

    /// Pieces and squares are told apart in grey.
    #[test]
    fn lightness_tells_pieces_and_squares_apart() {
        for theme in Theme::ALL {
            let c = theme.colours();
            let greys = [c.white.face, c.light, c.dark, c.black.face].map(lightness);
            for pair in greys.windows(2) {
                assert!(pair[0] - pair[1] >= 9.0, "{}: {greys:.1?}", theme.name());
            }
            assert!(greys[1] - greys[2] >= 16.0, "{}: {greys:.1?}", theme.name());
            assert!(greys[2] - greys[3] >= 25.0, "{}: {greys:.1?}", theme.name());
            assert!(
                lightness(c.bar_text) - lightness(c.bar) >= 60.0
                    || lightness(c.bar) - lightness(c.bar_text) >= 60.0
            );
        }
    }
}

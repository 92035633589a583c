//! Reads the tokens of content streams (ISO 32000-1 §7.8.2) in one pass over their bytes.
//!
//! The reader of `hayro-syntax` searches the rest of a stream for the end of each inline image, which is quadratic.

/// A token. Names and operators are as written: names of fonts and forms with escapes are not found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f64),
    Name(&'a [u8]),
    /// A string; its bytes are in [`Tokens::string`] until the next one.
    String,
    ArrayStart,
    ArrayEnd,
    DictStart,
    DictEnd,
    Operator(&'a [u8]),
}

/// An iterator over the tokens of a content stream.
pub(super) struct Tokens<'a> {
    data: &'a [u8],
    at: usize,
    string: Vec<u8>,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !is_delimiter(byte)
}

impl<'a> Tokens<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0, string: Vec::new() }
    }

    /// Returns the bytes of the last string.
    pub(super) fn string(&self) -> &[u8] {
        &self.string
    }

    /// Returns the number of bytes before the next token.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn peek(&self) -> Option<u8> {
        self.data.get(self.at).copied()
    }

    fn regular(&mut self) -> &'a [u8] {
        let rest = &self.data[self.at..];
        let end = rest.iter().position(|byte| !is_regular(*byte)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                let rest = &self.data[self.at..];
                self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            } else if is_space(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Reads a literal string behind its `(` (§7.3.4.2).
    fn literal(&mut self) {
        self.string.clear();
        let mut depth = 1_u32;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return,
                b')' => depth -= 1,
                b'\\' => {
                    self.escape();
                    continue;
                }
                _ => {}
            }
            self.string.push(byte);
        }
    }

    fn escape(&mut self) {
        let Some(byte) = self.peek() else {
            return;
        };
        self.at += 1;
        let decoded = match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 0x0c,
            b'\n' => return,
            b'\r' => {
                self.at += usize::from(self.peek() == Some(b'\n'));
                return;
            }
            b'0'..=b'7' => {
                let mut code = byte - b'0';
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else {
                        break;
                    };
                    self.at += 1;
                    code = code.wrapping_mul(8).wrapping_add(digit - b'0');
                }
                code
            }
            other => other,
        };
        self.string.push(decoded);
    }

    /// Reads a hexadecimal string behind its `<` (§7.3.4.3).
    fn hexadecimal(&mut self) {
        self.string.clear();
        let mut high = None;
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            let Some(digit) = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()) else {
                continue;
            };
            match high.take() {
                None => high = Some(digit << 4),
                Some(high) => self.string.push(high | digit),
            }
        }
        self.string.extend(high);
    }

    /// Skips an inline image behind its `BI`: its data end with `EI` between white space, before text (§8.9.7).
    fn skip_image(&mut self) {
        while let Some(at) = memchr::memmem::find(&self.data[self.at..], b"EI") {
            let (start, end) = (self.at + at, self.at + at + 2);
            self.at = end;
            let is_behind_space = start == 0 || is_space(self.data[start - 1]);
            let next = &self.data[end..self.data.len().min(end + 12)];
            let is_text = next.iter().all(|byte| is_space(*byte) && *byte != 0 || matches!(byte, b' '..=b'~'));
            if is_behind_space && next.first().is_none_or(|byte| is_space(*byte)) && is_text {
                return;
            }
        }
        self.at = self.data.len();
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_space();
            let byte = self.peek()?;
            if is_regular(byte) {
                let word = self.regular();
                if let Some(number) = number(word) {
                    return Some(Token::Number(number));
                }
                if word == b"BI" {
                    self.skip_image();
                    continue;
                }
                return Some(Token::Operator(word));
            }
            self.at += 1;
            let is_double = self.peek() == Some(byte);
            return Some(match byte {
                b'/' => Token::Name(self.regular()),
                b'(' => {
                    self.literal();
                    Token::String
                }
                b'<' if is_double => {
                    self.at += 1;
                    Token::DictStart
                }
                b'<' => {
                    self.hexadecimal();
                    Token::String
                }
                b'>' if is_double => {
                    self.at += 1;
                    Token::DictEnd
                }
                b'[' => Token::ArrayStart,
                b']' => Token::ArrayEnd,
                _ => continue,
            });
        }
    }
}

/// Parses a number (§7.3.3); `None` for any other word. Some writers repeat the sign, or write one inside.
fn number(word: &[u8]) -> Option<f64> {
    if !matches!(word.first()?, b'0'..=b'9' | b'.' | b'+' | b'-') {
        return None;
    }
    let (mut value, mut scale, mut is_negative) = (0.0_f64, 0.0_f64, false);
    for (at, byte) in word.iter().enumerate() {
        match byte {
            b'0'..=b'9' if scale == 0.0 => value = value * 10.0 + f64::from(byte - b'0'),
            b'0'..=b'9' => {
                value += f64::from(byte - b'0') * scale;
                scale /= 10.0;
            }
            b'.' if scale == 0.0 => scale = 0.1,
            b'-' if at == 0 => is_negative = true,
            b'+' if at == 0 => {}
            b'-' | b'.' => break,
            _ => return None,
        }
    }
    Some(if is_negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(data: &[u8]) -> String {
        let mut tokens = Tokens::new(data);
        let mut written = Vec::new();
        while let Some(token) = tokens.next() {
            written.push(match token {
                Token::String => format!("({})", String::from_utf8_lossy(tokens.string())),
                Token::Name(name) => format!("/{}", String::from_utf8_lossy(name)),
                Token::Operator(word) => String::from_utf8_lossy(word).into_owned(),
                Token::Number(number) => number.to_string(),
                other => format!("{other:?}"),
            });
        }
        written.join(" ")
    }

    #[test]
    fn tokens_are_read_as_the_standard_writes_them() {
        for (data, expected) in [
            (&b"/F1 12 Tf%x\n(a\\(b\\)(c)\\101\\\n\\n)Tj"[..], "/F1 12 Tf (a(b)(c)A\n) Tj"),
            (b"[<48 65>-.5<6C6C6>]TJ", "ArrayStart (He) -0.5 (ll`) ArrayEnd TJ"),
            (b"+1.50 -2 --3 4-5 .Tj", "1.5 -2 -0 4 .Tj"),
            (b"/Span<</ActualText(x)>>BDC", "/Span DictStart /ActualText (x) DictEnd BDC"),
            (b"BI /W 1 ID \x80EI EI\xff\nEI\nET", "ET"),
            (b"BI /W 1 ID abc", ""),
            (b"(never closed", "(never closed)"),
            (b"<41", "(A)"),
            (b")}> 1", "1"),
        ] {
            assert_eq!(tokens(data), expected, "{}", String::from_utf8_lossy(data));
        }
    }
}

//! Parses formulas.
//!
//! `sum = product { (+|-) product }`, `product = factor { (*|/) factor }`, `factor = NUMBER | NAME | (sum) | min(sum,
//! sum) | max(sum, sum)`.

use super::formula::{Formula, FormulaError, Node, Operator, missing};

/// Maximum number of characters of a text.
const MAX_CHARS: usize = 2_000;
/// Maximum number of nested parentheses.
const MAX_PARENTHESES: usize = 64;

impl Formula {
    /// Parses a formula.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn read(text: &str, names: &'static [&'static str]) -> Result<Self, FormulaError> {
        if text.chars().count() > MAX_CHARS {
            return Err(FormulaError::Long(MAX_CHARS));
        }
        let mut reader = Reader { rest: text.trim(), names, open: 0 };
        let nodes = reader.sum()?;
        if !reader.rest.is_empty() {
            return Err(reader.missing("an operator"));
        }
        Self::new(nodes, names)
    }
}

/// A recursive-descent parser.
struct Reader<'a> {
    rest: &'a str,
    names: &'static [&'static str],
    /// Number of open parentheses.
    open: usize,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<Vec<Node>, FormulaError> {
        self.chain(&[('+', Operator::Add), ('-', Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<Vec<Node>, FormulaError> {
        self.chain(&[('*', Operator::Multiply), ('/', Operator::Divide)], Self::factor)
    }

    /// Parses operands joined by these operators, from left to right.
    fn chain(
        &mut self,
        signs: &[(char, Operator)],
        operand: impl Fn(&mut Self) -> Result<Vec<Node>, FormulaError>,
    ) -> Result<Vec<Node>, FormulaError> {
        let mut nodes = operand(self)?;
        while let Some((_, operator)) = signs.iter().find(|(sign, _)| self.accepts(*sign)) {
            nodes.insert(0, Node::Operator(*operator));
            nodes.extend(operand(self)?);
        }
        Ok(nodes)
    }

    fn factor(&mut self) -> Result<Vec<Node>, FormulaError> {
        if self.accepts('(') {
            self.open += 1;
            if self.open > MAX_PARENTHESES {
                return Err(FormulaError::Deep);
            }
            let nodes = self.sum()?;
            self.expect(')', "“)”")?;
            self.open -= 1;
            return Ok(nodes);
        }
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let sign = usize::from(self.rest.starts_with('-'));
        if self.rest[sign..].starts_with(is_number) {
            let digits = self.rest[sign..].find(|c| !is_number(c));
            let number = self.take(digits.map_or(self.rest.len(), |end| end + sign));
            let value = number.parse();
            let value = value.map_err(|_| FormulaError::Number(number.to_owned()))?;
            return Ok(vec![Node::Constant(value)]);
        }
        self.name()
    }

    /// Parses the name of a feature, or `min` or `max` with its operands.
    fn name(&mut self) -> Result<Vec<Node>, FormulaError> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric());
        let name = self.take(end.unwrap_or(self.rest.len()));
        if let Some(feature) = self.names.iter().position(|known| *known == name) {
            return Ok(vec![Node::Feature(feature)]);
        }
        let operator = match name {
            "min" => Operator::Min,
            "max" => Operator::Max,
            "" => return Err(self.missing("a feature, a number or “(”")),
            unknown => return Err(FormulaError::Name(unknown.to_owned())),
        };
        self.expect('(', "“(”")?;
        self.open += 1;
        if self.open > MAX_PARENTHESES {
            return Err(FormulaError::Deep);
        }
        let mut nodes = vec![Node::Operator(operator)];
        nodes.extend(self.sum()?);
        self.expect(',', "“,”")?;
        nodes.extend(self.sum()?);
        self.expect(')', "“)”")?;
        self.open -= 1;
        Ok(nodes)
    }

    /// Consumes this many bytes and the following blanks.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (head, rest) = self.rest.split_at(bytes);
        self.rest = rest.trim_start();
        head
    }

    fn accepts(&mut self, sign: char) -> bool {
        let is_next = self.rest.starts_with(sign);
        if is_next {
            self.take(sign.len_utf8());
        }
        is_next
    }

    fn expect(&mut self, sign: char, wanted: &'static str) -> Result<(), FormulaError> {
        if self.accepts(sign) {
            return Ok(());
        }
        Err(self.missing(wanted))
    }

    /// Returns the error that something is missing before the rest of the text.
    fn missing(&self, wanted: &'static str) -> FormulaError {
        /// Maximum number of quoted characters of the rest.
        const SHOWN: usize = 20;
        let next: String = self.rest.chars().take(SHOWN).collect();
        match next.as_str() {
            "" => missing(wanted, "at the end"),
            next => missing(wanted, format!("before “{next}”")),
        }
    }
}

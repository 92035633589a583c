//! Decodes gzip (RFC 1952): a sequence of members, each with a header, a deflate stream, and a trailer that is checked
//! if it is there. What follows the last member is no part of the body.

use crc32fast::Hasher;

use super::inflate::Inflate;
use super::{Codec, Work};
use crate::error::Refusal;

/// The bytes of a header before its optional fields.
const FIXED: usize = 10;
/// The start of every member: two magic bytes and the method, deflate.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];
const HAS_CHECKSUM: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;
const RESERVED: u8 = 0b1110_0000;

/// A gzip stream.
pub(super) struct Gzip {
    part: Part,
    stream: Inflate,
    checksum: Hasher,
    has_member: bool,
}

/// The next part of a member.
enum Part {
    Header(Header),
    Data,
    /// The bytes of checksum and length so far.
    Trailer([u8; 8], usize),
    /// Bytes after the last member.
    Rest,
}

impl Gzip {
    pub(super) fn new() -> Self {
        Self {
            part: Part::Header(Header::default()),
            stream: Inflate::new(false),
            checksum: Hasher::new(),
            has_member: false,
        }
    }

    fn header(&mut self, input: &[u8], work: &mut Work) -> Result<usize, Refusal> {
        let Part::Header(header) = &mut self.part else {
            return Ok(0);
        };
        if header.is_new() {
            work.count_member()?;
        }
        for (place, byte) in input.iter().enumerate() {
            match header.take(*byte) {
                Ok(false) => {}
                Ok(true) => {
                    self.part = Part::Data;
                    return Ok(place + 1);
                }
                Err(_) if self.has_member => {
                    self.part = Part::Rest;
                    break;
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(input.len())
    }

    fn data(&mut self, input: &[u8], work: &mut Work) -> Result<(usize, &[u8]), Refusal> {
        let taken = self.stream.decode(input, work)?;
        self.checksum.update(self.stream.latest());
        if self.stream.has_ended() {
            self.part = Part::Trailer([0; 8], 0);
        }
        Ok((taken, self.stream.latest()))
    }

    fn trailer(&mut self, input: &[u8]) -> Result<usize, Refusal> {
        let Part::Trailer(trailer, at) = &mut self.part else {
            return Ok(0);
        };
        let taken = input.len().min(trailer.len() - *at);
        trailer[*at..*at + taken].copy_from_slice(&input[..taken]);
        *at += taken;
        if *at == trailer.len() {
            let trailer = u64::from_le_bytes(*trailer);
            self.end_member(trailer)?;
        }
        Ok(taken)
    }

    /// Checks a member against its trailer (RFC 1952 §2.3.1) and expects another one.
    fn end_member(&mut self, trailer: u64) -> Result<(), Refusal> {
        let checksum = std::mem::take(&mut self.checksum).finalize();
        let length = self.stream.total() & u64::from(u32::MAX);
        if trailer != (length << 32 | u64::from(checksum)) {
            return Err(Refusal::Encoding);
        }
        self.stream.restart();
        self.has_member = true;
        self.part = Part::Header(Header::default());
        Ok(())
    }
}

impl Codec for Gzip {
    fn decode(&mut self, input: &[u8], work: &mut Work) -> Result<(usize, &[u8]), Refusal> {
        match &self.part {
            Part::Header(_) => Ok((self.header(input, work)?, &[])),
            Part::Data => self.data(input, work),
            Part::Trailer(..) => Ok((self.trailer(input)?, &[])),
            Part::Rest => Ok((input.len(), &[])),
        }
    }

    fn has_more(&self) -> bool {
        self.stream.has_more()
    }

    fn is_complete(&self) -> bool {
        match &self.part {
            Part::Header(header) => header.is_new(),
            Part::Data => false,
            Part::Trailer(..) | Part::Rest => true,
        }
    }
}

/// Skips a member's header byte by byte (RFC 1952 §2.3).
#[derive(Default)]
struct Header {
    /// The number of bytes before the optional fields.
    at: usize,
    /// The optional fields that remain.
    fields: u8,
    /// The number of bytes of the extra field's length so far, and their value.
    extra: (usize, usize),
    /// The number of bytes of the header's checksum so far.
    checksum: usize,
}

impl Header {
    fn is_new(&self) -> bool {
        self.at == 0
    }

    /// Consumes a byte; returns true if it was the last one.
    fn take(&mut self, byte: u8) -> Result<bool, Refusal> {
        if self.at < FIXED {
            self.fixed(byte)?;
        } else {
            self.field(byte);
        }
        Ok(self.at == FIXED && self.fields == 0)
    }

    fn fixed(&mut self, byte: u8) -> Result<(), Refusal> {
        let is_wrong = match self.at {
            at @ 0..=2 => byte != MAGIC[at],
            3 => byte & RESERVED != 0,
            _ => false,
        };
        if self.at == 3 {
            self.fields = byte & (HAS_CHECKSUM | HAS_EXTRA | HAS_NAME | HAS_COMMENT);
        }
        self.at += 1;
        if is_wrong { Err(Refusal::Encoding) } else { Ok(()) }
    }

    /// Skips a byte of the next optional field; the fields have a fixed order.
    fn field(&mut self, byte: u8) {
        let (field, is_over) = if self.fields & HAS_EXTRA != 0 {
            (HAS_EXTRA, self.extra(byte))
        } else if self.fields & HAS_NAME != 0 {
            (HAS_NAME, byte == 0)
        } else if self.fields & HAS_COMMENT != 0 {
            (HAS_COMMENT, byte == 0)
        } else {
            self.checksum += 1;
            (HAS_CHECKSUM, self.checksum == 2)
        };
        if is_over {
            self.fields &= !field;
        }
    }

    /// Returns true at the end of the extra field: two bytes of length, and that many more.
    fn extra(&mut self, byte: u8) -> bool {
        let (seen, left) = &mut self.extra;
        if *seen < 2 {
            *left |= usize::from(byte) << (8 * *seen);
            *seen += 1;
        } else {
            *left -= 1;
        }
        *seen == 2 && *left == 0
    }
}

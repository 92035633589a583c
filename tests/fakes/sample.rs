//! Generates values of any type that can be deserialized, with all variants of its enums, present and absent options,
//! and empty and filled lists.

use serde::de::value::U32Deserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use std::collections::{BTreeMap, BTreeSet};

type Error = serde::de::value::Error;

/// The variants that occurred, and their names, by the name of the enum.
pub(crate) type Coverage = BTreeMap<&'static str, (BTreeSet<u32>, &'static [&'static str])>;

/// Generates one value from a random state.
pub(crate) struct Sample {
    state: u64,
    /// All strings of a value are equal: a URL, or a host, since types that are read from texts accept one or the
    /// other.
    text: &'static str,
    /// The largest number of 64 bits, which is too large for a count of this platform in some samples.
    most: u64,
    seen: Coverage,
}

impl Sample {
    /// Returns a value and its variants; `None` if the random value is invalid.
    pub(crate) fn of<T: DeserializeOwned>(seed: u64) -> Option<(T, Coverage)> {
        let mut sample = Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            text: ["http://a.test/", "a.test"][usize::from(seed.is_multiple_of(4))],
            most: if seed.is_multiple_of(5) { u64::MAX } else { 100 },
            seen: Coverage::new(),
        };
        let value = T::deserialize(&mut sample).ok()?;
        Some((value, sample.seen))
    }

    /// Returns a random number below `end`.
    fn below(&mut self, end: u32) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        u32::try_from((self.state >> 33) % u64::from(end)).expect("it is below 32 bits")
    }
}

macro_rules! small_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number = self.below(100);
            visitor.visit_u64(number.into())
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Sample {
    type Error = Error;

    small_numbers! {
        deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = [0, 1, 2, self.most][self.below(4) as usize];
        visitor.visit_u64(number)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("postcard does not describe its content"))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let yes = self.below(2) == 1;
        visitor.visit_bool(yes)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.below(100);
        visitor.visit_f64(f64::from(number) / 7.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = f64::from(self.below(100));
        visitor.visit_f64(number / 7.0)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_char('ä')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.below(2) {
            0 => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.below(3) as usize;
        visitor.visit_seq(Parts { sample: self, left })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.below(3) as usize;
        visitor.visit_map(Parts { sample: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, left: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Parts { sample: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = self.below(u32::try_from(variants.len()).expect("few variants"));
        let seen = self.seen.entry(name).or_default();
        seen.0.insert(variant);
        seen.1 = variants;
        visitor.visit_enum(Variant { sample: self, variant })
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! { bytes byte_buf unit_struct tuple_struct identifier ignored_any }
}

/// The elements of a list, a map, a tuple or a struct.
struct Parts<'a> {
    sample: &'a mut Sample,
    left: usize,
}

impl<'de> SeqAccess<'de> for Parts<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.sample).map(Some)
    }
}

impl<'de> MapAccess<'de> for Parts<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.sample)
    }
}

/// A variant of an enum.
struct Variant<'a> {
    sample: &'a mut Sample,
    variant: u32,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let index: U32Deserializer<Error> = self.variant.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.sample)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.sample.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.sample.deserialize_tuple(fields.len(), visitor)
    }
}

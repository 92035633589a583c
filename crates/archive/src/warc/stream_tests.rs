//! Tests that a stream gives all whole pages of a file, whatever its form and damage.

use super::*;
use crate::warc::input::{CHUNK, LEAST};
use crate::warc::{Exchange, Form, Origin, Writer};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use types::header::TRUNCATED;

const LIMIT: u64 = 1 << 20;

/// Returns the first bytes of a file, and the bytes of three pages.
fn parts(form: Form) -> Vec<Vec<u8>> {
    let origin = Origin { software: "test", description: "three pages", started: 0 };
    let (mut writer, first) = Writer::begin(form, &origin);
    let page = |name: &str| {
        let body = format!("<p>{}</p>", name.repeat(40_000)).into_bytes();
        let response = Response { status: 200, headers: vec![("content-type".into(), "text/html".into())], body };
        writer.exchange(&Exchange::new(&format!("http://a.test/{name}"), 1_000, &response))
    };
    let pages: Vec<Vec<u8>> = ["one", "two", "three"].map(page).into();
    [vec![first], pages].concat()
}

/// Reads a file; returns the last parts of its addresses, and the offsets of its damage.
fn read(file: &[u8]) -> (Vec<String>, Vec<u64>) {
    // Few bytes at a time, so that every token is cut somewhere.
    let input = io::BufReader::with_capacity(7, file);
    let stream = PageStream::new(input, LIMIT).expect("the source is memory");
    let (mut pages, mut damage) = (Vec::new(), Vec::new());
    for found in stream {
        match found.expect("the source is memory") {
            Ok(page) => {
                assert_eq!((page.response.status, page.at), (200, Some(1_000)));
                pages.push(page.url.replace("http://a.test/", ""));
            }
            Err(place) => damage.push(place.offset),
        }
    }
    (pages, damage)
}

fn check(file: &[u8], pages: &[&str], damage: &[usize]) {
    let damage: Vec<u64> = damage.iter().map(|at| *at as u64).collect();
    let expected = (pages.iter().map(|page| (*page).to_owned()).collect(), damage);
    assert_eq!(read(file), expected);
}

const ALL: [&str; 3] = ["one", "two", "three"];

#[test]
fn all_forms_give_the_same_pages() {
    let plain = parts(Form::Plain).concat();
    let mut whole = GzEncoder::new(Vec::new(), Compression::default());
    whole.write_all(&plain).expect("memory");
    for file in [plain.clone(), parts(Form::Gzip).concat(), whole.finish().expect("memory")] {
        check(&file, &ALL, &[]);
    }
    check(b"", &[], &[]);
    check(b"\r\n\r\n", &[], &[]);
}

#[test]
fn a_damaged_member_loses_its_record_alone() {
    let parts = parts(Form::Gzip);
    let start = parts[0].len() + parts[1].len();
    let mut file = parts.concat();
    // Inside the compressed bytes of the second page.
    for byte in &mut file[start + 60..start + 64] {
        *byte ^= 0xff;
    }
    check(&file, &["one", "three"], &[start]);
}

#[test]
fn a_member_with_a_wrong_checksum_is_damaged() {
    let parts = parts(Form::Gzip);
    let start = parts[0].len() + parts[1].len();
    let mut file = parts.concat();
    // The checksum is before the length, at the end of the member (RFC 1952 §2.3.1).
    file[start + parts[2].len() - 8] ^= 1;
    check(&file, &["one", "three"], &[start]);
}

#[test]
fn foreign_bytes_between_members_are_reported_and_padding_is_not() {
    let [first, one, two, three] = &parts(Form::Gzip)[..] else { panic!("four parts") };
    let start = first.len() + one.len();
    let file = [&first[..], one, b"\0\0\x1f\x8bnoise", two, three].concat();
    check(&file, &ALL, &[start]);
    let file = parts(Form::Gzip).concat();
    check(&[&file[..], b"noise"].concat(), &ALL, &[file.len()]);
    for form in [Form::Plain, Form::Gzip] {
        let file = [parts(form).concat(), vec![0; 100_000]].concat();
        check(&file, &ALL, &[]);
    }
}

#[test]
fn a_damaged_plain_record_loses_itself_alone() {
    let [first, one, two, three] = &parts(Form::Plain)[..] else { panic!("four parts") };
    let start = first.len() + one.len();
    let no_length = String::from_utf8_lossy(two).replacen("Content-Length: ", "Content-Length: x", 1);
    check(&[&first[..], one, no_length.as_bytes(), three].concat(), &["one", "three"], &[start]);
    check(&[&first[..], one, b"<html>", two, three].concat(), &ALL, &[start]);
}

#[test]
fn a_file_that_is_cut_off_gives_what_is_whole() {
    for form in [Form::Plain, Form::Gzip] {
        let parts = parts(form);
        let start: usize = parts[..3].iter().map(Vec::len).sum();
        let file = parts.concat();
        check(&file[..start + 40], &["one", "two"], &[start]);
    }
}

#[test]
fn a_file_of_another_kind_is_one_damaged_place() {
    check(&b"<!DOCTYPE html>\n".repeat(100_000), &[], &[0]);
    let mut noise = b"\x1f\x8b".to_vec();
    noise.extend((0..400_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]));
    let (pages, damage) = read(&noise);
    assert!(pages.is_empty() && damage.len() <= 1, "{damage:?}");
}

#[test]
fn a_record_over_the_limit_is_skipped() {
    let [first, one, two, _] = &parts(Form::Gzip)[..] else { panic!("four parts") };
    let mut large = GzEncoder::new(Vec::new(), Compression::default());
    let head = format!("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n", 2 * LIMIT);
    large.write_all(head.as_bytes()).expect("memory");
    let zeros = vec![0; usize::try_from(2 * LIMIT).expect("small")];
    large.write_all(&zeros).expect("memory");
    let large = large.finish().expect("memory");
    let start = first.len() + one.len();
    let file = [&first[..], one, &large, two].concat();
    check(&file, &["one", "two"], &[start]);
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut zipped = GzEncoder::new(Vec::new(), Compression::default());
    zipped.write_all(bytes).expect("memory");
    zipped.finish().expect("memory")
}

/// Returns the start of a record of this type, which claims to have this many bytes.
fn head(kind: &str, length: u64) -> String {
    format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: {length}\r\n\r\n")
}

/// To read a header from each start takes hours.
#[test]
fn many_starts_of_records_take_work_in_proportion_to_their_bytes() {
    let [first, one, ..] = &parts(Form::Plain)[..] else { panic!("four parts") };
    let starts = b"WARC/".repeat(1_000_000);
    let heads = b"WARC/1.0\r\nX: y\r\n".repeat(300_000);
    for noise in [starts.clone(), heads, [&starts, &b"\r\n\r\n"[..]].concat()] {
        let file = [&first[..], &noise, b"\r\n\r\n", one].concat();
        check(&file, &["one"], &[first.len()]);
        check(&zip(&file), &["one"], &[0]);
    }
}

#[test]
fn the_last_of_several_starts_in_a_damaged_header_is_taken() {
    let [first, one, ..] = &parts(Form::Plain)[..] else { panic!("four parts") };
    let begun = b"WARC/1.0\r\nContent-Length: 1";
    let file = [&first[..], begun, begun, one].concat();
    check(&file, &["one"], &[first.len()]);
    // At the end of the header's limit, and one byte before and after it.
    for more in 0..8 {
        let noise = vec![b'x'; 256 * 1024 - 4 + more];
        let file = [&first[..], b"WARC", &noise, one].concat();
        check(&file, &["one"], &[first.len()]);
        let file = [&first[..], b"WARC/", &noise, one].concat();
        check(&file, &["one"], &[first.len()]);
    }
}

/// As a crawler leaves it that was killed and goes on with the same file.
#[test]
fn a_record_that_ends_inside_its_header_loses_itself_alone() {
    let block = "HTTP/1.1 200 OK\r\n\r\n<p>";
    let record = |name: &str| {
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/{name}\r\n\
            WARC-Date: 1970-01-01T00:00:01Z\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let [one, two, three] = ALL.map(record);
    let head = two.find("HTTP").expect("a block");
    for end in 1..head {
        let file = [one.as_bytes(), &two.as_bytes()[..end], three.as_bytes(), one.as_bytes()].concat();
        check(&file, &["one", "three", "one"], &[one.len()]);
        check(&zip(&file), &["one", "three", "one"], &[0]);
    }
    // An address may end like a version line.
    let odd = two.replace("/two", "/WARC/1.0");
    check(&[one, odd, three].concat().into_bytes(), &["one", "WARC/1.0", "three"], &[]);
}

#[test]
fn line_ends_before_a_record_do_not_count_as_part_of_it() {
    let [first, one, two, _] = &parts(Form::Plain)[..] else { panic!("four parts") };
    let lines = b"\r\n".repeat(usize::try_from(LIMIT).expect("small"));
    let file = [&lines[..], first, &lines, one, &lines, two, &lines].concat();
    check(&file, &["one", "two"], &[]);
    check(&zip(&file), &["one", "two"], &[]);
}

#[test]
fn a_record_that_is_longer_than_its_member_ends_where_the_next_one_begins() {
    let [first, one, two, three] = &parts(Form::Gzip)[..] else { panic!("four parts") };
    let page = "HTTP/1.1 200 OK\r\n\r\n<p>";
    let chunk = usize::try_from(CHUNK).expect("small");
    let whole_chunk = |length| {
        let head = head("response", length);
        let rest = "x".repeat(chunk - head.len());
        zip((head + &rest).as_bytes())
    };
    for liar in [
        zip((head("response", 3_000) + page).as_bytes()),
        zip((head("metadata", 3_000) + page).as_bytes()),
        zip((head("response", 2 * LIMIT) + page).as_bytes()),
        zip((head("response", u64::MAX / 2) + page).as_bytes()),
        zip(head("response", 3_000).trim_end().as_bytes()),
        whole_chunk(LIMIT / 2),
        whole_chunk(2 * LIMIT),
    ] {
        let start = first.len() + one.len();
        let file = [&first[..], one, &liar, two, three].concat();
        check(&file, &ALL, &[start]);
        check(&[&file[..], &liar].concat(), &ALL, &[start, file.len()]);
    }
}

#[test]
fn plain_records_and_members_may_alternate() {
    let (plain, zipped) = (parts(Form::Plain), parts(Form::Gzip));
    let file = |plain_ones: [usize; 2]| {
        let part = |n| if plain_ones.contains(&n) { &plain[n][..] } else { &zipped[n] };
        [0, 1, 2, 3].map(part).concat()
    };
    for plain_ones in [[0, 0], [3, 3], [1, 1], [0, 2], [1, 3], [2, 3], [0, 1]] {
        check(&file(plain_ones), &ALL, &[]);
    }
    // Damage costs its record alone.
    let start = zipped[0].len() + plain[1].len();
    let no_length = String::from_utf8_lossy(&plain[2]).replacen("Content-Length: ", "Content-Length: x", 1);
    let file = [&zipped[0][..], &plain[1], no_length.as_bytes(), &zipped[3]].concat();
    check(&file, &["one", "three"], &[start]);
    let mut broken = zipped[2].clone();
    broken[60..64].fill(0xff);
    let start = zipped[0].len() + zipped[1].len();
    check(&[&zipped[0][..], &zipped[1], &broken, &plain[3]].concat(), &["one", "three"], &[start]);
    check(&[&zipped[0][..], &zipped[1], &zipped[2][..100], &plain[3]].concat(), &["one", "three"], &[start]);
}

/// As a server does that compresses what is compressed. The offsets are those of the inner file.
#[test]
fn a_gzip_file_that_was_compressed_once_more_is_read() {
    let members = parts(Form::Gzip);
    check(&zip(&members.concat()), &ALL, &[]);
    check(&members.iter().flat_map(|member| zip(member)).collect::<Vec<u8>>(), &ALL, &[]);
    let start = members[0].len() + members[1].len();
    let file = [&members[0][..], &members[1], &members[2][..200], &members[3]].concat();
    check(&zip(&file), &["one", "three"], &[start]);
}

#[test]
fn many_alternations_take_work_in_proportion_to_their_bytes() {
    let record = head("metadata", 0);
    let file = [zip(record.as_bytes()), record.into_bytes()].concat().repeat(20_000);
    check(&file, &[], &[]);
}

#[test]
fn a_record_may_continue_in_other_members() {
    let plain = parts(Form::Plain).concat();
    let members: Vec<u8> = plain.chunks(1_000).flat_map(zip).collect();
    check(&members, &ALL, &[]);
    // The offset is that of the member in which the record begins.
    let cut = plain.len() - 20;
    let members: Vec<Vec<u8>> = plain[..cut].chunks(1_000).map(zip).collect();
    let three = plain.len() - parts(Form::Plain)[3].len();
    let start = members[..three / 1_000].iter().map(Vec::len).sum();
    check(&members.concat(), &["one", "two"], &[start]);
}

#[test]
fn a_truncated_member_loses_its_record_alone() {
    let [first, one, two, three] = &parts(Form::Gzip)[..] else { panic!("four parts") };
    let start = first.len() + one.len();
    let noise = (0..400_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]);
    let noise: Vec<u8> = noise.collect();
    let length = noise.len() as u64;
    let large = zip(&[head("response", length).as_bytes(), &noise].concat());
    let both = [&two[..], three].concat();
    for (cut, step, after) in [(&two[..], 1, &three[..]), (&large, large.len() / 20, &both)] {
        let names: &[&str] = if after == three { &["one", "three"] } else { &ALL };
        for end in (20..cut.len()).step_by(step) {
            let file = [&first[..], one, &cut[..end], after].concat();
            check(&file, names, &[start]);
        }
    }
}

#[test]
fn many_starts_of_members_are_read_twice_at_most() {
    let [first, one, ..] = &parts(Form::Gzip)[..] else { panic!("four parts") };
    // A header with a name without an end.
    let starts = b"\x1f\x8b\x08\x08".repeat(1_000_000);
    let (pages, damage) = read(&[&first[..], &starts, first, one].concat());
    assert_eq!(damage, [first.len() as u64]);
    assert!(pages.len() <= 1);
}

#[test]
fn a_response_without_an_address_is_damage_and_other_records_are_not() {
    let block = "HTTP/1.1 200 OK\r\n\r\n<p>";
    let record = |kind: &str, line: &str| {
        let length = block.len();
        format!("WARC/1.0\r\nWARC-Type: {kind}\r\n{line}Content-Length: {length}\r\n\r\n{block}\r\n\r\n")
    };
    let records = [
        record("warcinfo", ""),
        record("response", ""),
        record("resource", ""),
        record("metadata", ""),
        record("response", "WARC-Target-URI: <>\r\n"),
    ];
    let file = records.concat();
    let mut stream = PageStream::new(file.as_bytes(), LIMIT).expect("the source is memory");
    let found: Vec<_> = stream.by_ref().map(|found| found.expect("the source is memory").unwrap_err()).collect();
    let start = |n: usize| records[..n].concat().len() as u64;
    let offsets: Vec<u64> = found.iter().map(|damage| damage.offset).collect();
    assert_eq!(offsets, [start(1), start(2), start(4)]);
    assert!(found[0].reason.contains("response has no WARC-Target-URI"));
    assert_eq!(stream.others().total(), 2);
}

#[test]
fn lines_may_end_without_a_carriage_return() {
    let block = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>";
    let length = block.len();
    let record = format!(
        "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.test/one\nWARC-Date: 1970-01-01T00:00:01Z\n\
        Content-Length: {length}\n\n{block}\n\n"
    );
    let file = [record.as_bytes(), &parts(Form::Plain).concat()].concat();
    check(&file, &["one", "one", "two", "three"], &[]);
    let file = [zip(record.as_bytes()), parts(Form::Gzip).concat()].concat();
    check(&file, &["one", "one", "two", "three"], &[]);
}

/// A record with a wrong length costs itself alone, whichever way it is wrong.
#[test]
fn a_wrong_length_costs_the_record_alone() {
    let [first, one, two, three] = &parts(Form::Plain)[..] else { panic!("four parts") };
    let start = first.len() + one.len();
    let length = |n: u64| {
        let text = String::from_utf8_lossy(two);
        let (before, after) = text.split_once("Content-Length: ").expect("a record has one");
        let (_, rest) = after.split_once("\r\n").expect("a line ends");
        format!("{before}Content-Length: {n}\r\n{rest}").into_bytes()
    };
    let real: u64 = 120_000;
    for more in [1, 3_000, 10_000_000, 1 << 40] {
        let file = [&first[..], one, &length(real + 200 + more), three].concat();
        check(&file, &["one", "three"], &[start]);
        check(&zip(&file), &["one", "three"], &[0]);
    }
    // A length that is too small leaves a page without its end, which is marked.
    let file = [&first[..], one, &length(1_000), three].concat();
    let stream = PageStream::new(&file[..], LIMIT).expect("the source is memory");
    let found: Vec<_> = stream.map(|found| found.expect("the source is memory")).collect();
    let marked: Vec<_> = found.iter().map(|found| found.as_ref().map(|page| page.response.header(TRUNCATED))).collect();
    assert!(matches!(&marked[..], [Ok(None), Ok(Some("unspecified")), Err(_), Ok(None)]), "{marked:?}");
}

#[test]
fn many_wrong_lengths_take_work_in_proportion_to_their_bytes() {
    let [first, one, ..] = &parts(Form::Plain)[..] else { panic!("four parts") };
    for length in [LIMIT - 1_000, u64::MAX / 2] {
        let noise = head("response", length).repeat(100_000).into_bytes();
        let (pages, damage) = read(&[&first[..], &noise, one].concat());
        assert_eq!((pages, damage.is_empty()), (vec!["one".to_owned()], false));
    }
}

/// ISO 28500:2017 §5.13 and §5.17.
#[test]
fn a_record_that_says_that_it_is_truncated_is_marked() {
    for (field, reason) in [("WARC-Truncated: disconnect", "disconnect"), ("WARC-Segment-Number: 1", "length")] {
        let block = "HTTP/1.1 200 OK\r\n\r\n<p>";
        let record = head("response", block.len() as u64).replacen("\r\n", &format!("\r\n{field}\r\n"), 1) + block;
        let mut stream = PageStream::new(record.as_bytes(), LIMIT).expect("the source is memory");
        let page = stream.next().expect("a page").expect("memory").expect("no damage");
        assert_eq!(page.response.header(TRUNCATED), Some(reason));
    }
}

/// The ARC file format 1.0 and 2.0.
#[test]
fn arc_files_are_read_like_warc_files() {
    let page = |name: &str| {
        let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{name}");
        format!("http://a.test/{name} 192.0.2.1 19700101000001 text/html {}\n{block}\n", block.len()).into_bytes()
    };
    let version = "1 0 Internet Archive\nURL IP-address Archive-date Content-type Archive-length\n";
    let first =
        format!("filedesc://a.arc 0.0.0.0 19700101000000 text/plain {}\n{version}\n", version.len()).into_bytes();
    let dns = b"dns:a.test 192.0.2.1 19700101000001 text/dns 3\nabc\n".to_vec();
    let records = [first, page("one"), dns, page("two"), page("three")];
    let file = records.concat();
    check(&file, &ALL, &[]);
    check(&records.iter().flat_map(|record| zip(record)).collect::<Vec<u8>>(), &ALL, &[]);
    // Damage costs its record alone.
    let start: usize = records[..3].iter().map(Vec::len).sum();
    let damaged = String::from_utf8_lossy(&file).replacen("two 192.0.2.1", "two", 1).into_bytes();
    check(&damaged, &["one", "three"], &[start]);
    check(&file[..file.len() - 9], &["one", "two"], &[start + records[3].len()]);
    // Part of a file has no first record, and the seconds of a date may be missing.
    let part =
        String::from_utf8_lossy(&records[1..].concat()).replace("19700101000001 text/html", "197001010000 text/html");
    assert!(crate::warc::is_recording("part", part.as_bytes()));
    let pages: Vec<_> =
        PageStream::new(part.as_bytes(), LIMIT).expect("memory").map(|page| page.expect("memory")).collect();
    let dates: Vec<_> = pages.iter().map(|page| page.as_ref().expect("no damage").at).collect();
    assert_eq!(dates, [Some(0); 3]);
}

#[test]
fn a_wrong_length_of_an_arc_record_costs_the_record_alone() {
    let record = |name: &str, more: usize, body: &str| {
        let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{body}");
        let length = block.len() + more;
        format!("http://a.test/{name} 192.0.2.1 19700101000001 text/html {length}\n{block}\n")
    };
    let (two, three) = (record("two", 0, ""), record("three", 0, ""));
    for more in 0..=60 {
        // The line end behind a record may be counted.
        let (pages, damage) = if more < 2 { (&ALL[..], &[][..]) } else { (&ALL[1..], &[0][..]) };
        let one = record("one", more, "");
        check(&[&one[..], &two, &three].concat().into_bytes(), pages, damage);
        // The bytes that are read at once may end anywhere in the line of the next record.
        let most = usize::try_from(LEAST).expect("small");
        let one = record("one", 3, &"x".repeat(most - more - one.len()));
        check(&[&one[..], &two, &three].concat().into_bytes(), &ALL[1..], &[0]);
    }
}

/// ISO 28500:2017 §6.7: the last records of a stream are kept.
#[test]
fn a_revisit_has_the_payload_of_an_earlier_record_of_the_stream() {
    let record = |kind: &str, name: &str, fields: &str, block: &str| {
        let head = format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://a.test/{name}\r\n{fields}");
        format!("{head}Content-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
    };
    let same = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n";
    let records = [
        record("response", "1", "WARC-Payload-Digest: sha1:A\r\n", "HTTP/1.1 200 OK\r\n\r\n<p>one"),
        record("response", "2", "WARC-Record-ID: <urn:x:2>\r\n", "HTTP/1.1 200 OK\r\n\r\n<p>two"),
        record("revisit", "3", "WARC-Payload-Digest: sha1:A\r\n", "HTTP/1.1 200 OK\r\nX: 3\r\n\r\n"),
        record("revisit", "4", "WARC-Refers-To: <urn:x:2>\r\n", ""),
        record("Revisit", "2", same, "HTTP/1.1 304 Not Modified\r\n\r\n"),
        record("revisit", "6", "WARC-Refers-To: <urn:x:9>\r\n", ""),
        record("revisit", "7", "WARC-Refers-To-Target-URI: http://a.test/3\r\n", ""),
    ];
    let (mut bodies, mut reasons) = (Vec::new(), Vec::new());
    for found in PageStream::new(records.concat().as_bytes(), LIMIT).expect("memory") {
        match found.expect("memory") {
            Ok(page) => bodies.push((page.url, page.response.status, page.response.body)),
            Err(damage) => reasons.push(damage.reason),
        }
    }
    let expected =
        [("1", "<p>one"), ("2", "<p>two"), ("3", "<p>one"), ("4", "<p>two"), ("2", "<p>two"), ("7", "<p>one")];
    let expected = expected.map(|(name, body)| (format!("http://a.test/{name}"), 200, body.as_bytes().to_vec()));
    assert_eq!(bodies, expected);
    assert!(reasons.len() == 1 && reasons[0].contains("http://a.test/6 refers to"), "{reasons:?}");
}

/// As in [`super::super::Recording`]: a lookup of a name is no page.
#[test]
fn records_of_other_protocols_are_counted() {
    let record =
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: dns:a.test\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n";
    let mut stream = PageStream::new(&record[..], LIMIT).expect("memory");
    assert!(stream.next().is_none());
    assert_eq!(stream.others().by_kind().get("other"), Some(&1));
}

/// The files were written by the command `zstd` 1.5: a frame a record, with and without a dictionary that it trained,
/// and one frame of all records.
#[test]
fn zstd_files_are_read_like_gzip_files() {
    let frames = include_bytes!("../../tests/foreign/zstd.warc.zst");
    let dictionary = include_bytes!("../../tests/foreign/zstd-dictionary.warc.zst");
    for file in [&frames[..], dictionary, include_bytes!("../../tests/foreign/zstd-stream.warc.zst")] {
        check(file, &ALL, &[]);
        let web = crate::warc::Recording::read(file.to_vec(), &crate::limits::WarcLimits::TAB).expect("three pages");
        for url in ALL {
            let page = web.answer(&format!("http://a.test/{url}")).expect("a page").expect("no damage");
            assert!(page.body.starts_with(format!("<title>Spider page {url}").as_bytes()));
        }
    }
    // Damage costs its frame alone.
    for file in [&frames[..], dictionary] {
        let starts: Vec<usize> = memchr::memmem::find_iter(file, b"\x28\xb5\x2f\xfd").collect();
        let [.., one, two, three] = starts[..] else { panic!("three frames") };
        check(&file[..file.len() - 5], &["one", "two"], &[three]);
        let mut damaged = file.to_vec();
        damaged[two + 12..three].fill(0xff);
        check(&damaged, &["one", "three"], &[two]);
        // RFC 8878 §3.1.1: a frame ends with a checksum of its content.
        for (end, pages, at) in [(three, ["one", "three"], two), (file.len(), ["one", "two"], three)] {
            let mut damaged = file.to_vec();
            damaged[end - 1] ^= 1;
            check(&damaged, &pages, &[at]);
        }
        let noise = [&file[..two], b"noise", &file[two..]].concat();
        check(&noise, &ALL, &[two]);
        assert!(one < two);
        for end in 0..file.len() {
            let _ = read(&file[..end]);
        }
    }
}

/// RFC 8878 §3.1.2: a frame of the user's, whose content is not read, may stand before, between and behind the others.
#[test]
fn skippable_frames_of_zstd_files_are_skipped() {
    let file = include_bytes!("../../tests/foreign/zstd.warc.zst");
    let two = memchr::memmem::find_iter(file, b"\x28\xb5\x2f\xfd").nth(1).expect("three frames");
    let skipped = |kind: u8, content: &[u8]| {
        let length = u32::try_from(content.len()).expect("short").to_le_bytes();
        [&[kind, 0x2a, 0x4d, 0x18][..], &length, content].concat()
    };
    let (start, end) = (skipped(0x50, b"WARC/1.1"), skipped(0x5f, b"\x28\xb5\x2f\xfd"));
    let (between, last) = (skipped(0x5d, &[0xff; 1_000]), skipped(0x51, b""));
    let whole = [&start[..], &last, &file[..two], &between, &start, &file[two..], &end, &last].concat();
    assert!(crate::warc::is_recording("file", &whole));
    check(&whole, &ALL, &[]);
    let web = crate::warc::Recording::read(whole.clone(), &crate::limits::WarcLimits::TAB).expect("three pages");
    for url in ALL {
        assert!(web.answer(&format!("http://a.test/{url}")).expect("a page").is_ok(), "{url}");
    }
    let cut = [&file[..], &between[..500]].concat();
    check(&cut, &ALL, &[file.len()]);
    check(&[&file[..two], b"noise", &between, &file[two..]].concat(), &ALL, &[two]);
    for end in 0..whole.len() {
        let _ = read(&whole[..end]);
    }
}

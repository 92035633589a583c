//! Tests the guessed encodings of texts.

use super::super::EncodingRs;
use super::super::charset;

/// Encodes a text and returns what an undeclared page with it reads.
fn read(label: &str, text: &str) -> String {
    read_on(None, label, text)
}

/// Does the same for a page of this host.
fn read_on(host: Option<&str>, label: &str, text: &str) -> String {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
    let (bytes, _, unknown) = encoding.encode(text);
    assert!(!unknown, "{label} has all characters of {text}");
    charset::decode(&bytes, None, host, &EncodingRs).text.into_owned()
}

/// Some sentences, each in the encodings in which its language is written.
const TEXTS: &[(&[&str], &str)] = &[
    (&["gbk"], "跳蛛不结网，白天捕猎。它们的视力很好。"),
    (&["gbk"], "网站地图"),
    (&["gbk"], "<html><head><title>蜘蛛的网站</title><body><p>首页 | 关于我们"),
    (&["big5"], "跳蛛不結網，白天捕獵。它們的視力很好。"),
    (&["big5"], "網站地圖"),
    (&["shift_jis", "euc-jp"], "ハエトリグモは網を張らず、昼に狩りをする。視力がとてもよい。"),
    (&["shift_jis", "euc-jp", "iso-2022-jp"], "クモのサイト"),
    (&["shift_jis", "euc-jp", "iso-2022-jp"], "サイトマップ"),
    (&["euc-jp"], "会社概要"),
    (&["euc-jp"], "東京"),
    (&["euc-jp"], "新聞社説"),
    (&["euc-jp"], "海洋研究所"),
    (&["euc-jp"], "交通規則と安全運転"),
    (&["euc-kr"], "깡충거미는 거미줄을 치지 않고 낮에 사냥한다. 시력이 매우 좋다."),
    (&["euc-kr"], "거미 사이트"),
    (&["euc-kr"], "뉴스"),
    (&["euc-kr"], "회사소개"),
    (&["euc-kr"], "바다 낚시"),
    (&["euc-kr"], "자전거 수리점"),
    (&["euc-kr"], "겨울철 등산 장비 추천"),
    (&["gbk"], "海洋研究所"),
    (&["gbk"], "自行车修理"),
    (&["big5"], "海洋研究所"),
    (
        &["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
        "Пауки-скакуны охотятся днём и не строят сетей. Они очень хорошо видят.",
    ),
    (&["windows-1251", "koi8-r"], "Пауки и сети"),
    (&["windows-1251", "koi8-r"], "Контакты"),
    (&["windows-1251", "koi8-u"], "Павуки-стрибуни полюють удень і не плетуть сітей. Їхній зір дуже добрий."),
    (&["windows-1251"], "Скачащите паяци ловуват денем и не плетат мрежи. Зрението им е много добро."),
    (&["windows-1251"], "Пауци скакачи лове дању и не плету мреже. Њихов вид је веома добар."),
    (
        &["windows-1253", "iso-8859-7"],
        "Οι αράχνες που πηδούν κυνηγούν τη μέρα και δεν φτιάχνουν ιστό. Βλέπουν πολύ καλά.",
    ),
    (&["windows-1255"], "עכבישים קופצים צדים ביום ואינם טווים קורים. הם רואים היטב."),
    (&["windows-1255"], "האדם"),
    (&["windows-1255"], "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ"),
    (&["windows-1255"], "שָׁלוֹם"),
    (&["windows-1253"], "Η Άνοιξη ήρθε στην Ελλάδα με πολλά λουλούδια"),
    (&["windows-1251", "koi8-r"], "РОССИЯ ПОБЕДИЛА НА ЧЕМПИОНАТЕ МИРА ПО ХОККЕЮ"),
    (&["windows-1251"], "ГЛАВНАЯ СТРАНИЦА"),
    (&["iso-8859-7"], "ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ"),
    (&["windows-1255"], "בני חורין ושווים"),
    (&["windows-1256", "iso-8859-6"], "العناكب القافزة تصطاد في النهار ولا تنسج الشباك. بصرها جيد جدا."),
    (&["windows-874"], "แมงมุมกระโดดล่าเหยื่อในเวลากลางวันและไม่ชักใย พวกมันมองเห็นได้ดีมาก"),
    (&["windows-874"], "ยินดีต้อนรับ"),
    (&["windows-874"], "เกี่ยวกับเรา"),
    (&["windows-874"], "ตกปลาทะเล"),
    (&["windows-874"], "ร้านซ่อมจักรยาน"),
    (&["windows-874"], "ความปลอดภัยบนท้องถนน"),
    (
        &["windows-1250", "iso-8859-2"],
        "Skakuny polują w dzień i nie budują sieci. Widzą bardzo dobrze, źdźbło trawy też.",
    ),
    (&["windows-1250", "iso-8859-2"], "Skákavky loví ve dne a nestaví sítě. Vidí velmi dobře, říká žák Přemysl."),
    (
        &["windows-1250", "iso-8859-2"],
        "Az ugrópókok nappal vadásznak, és nem szőnek hálót. Nagyon jól látnak, főleg őszi időben.",
    ),
    (&["windows-1250"], "Skakači love danju i ne pletu mreže. Vide vrlo dobro, što je važno noću, kaže učenik."),
    (&["windows-1254"], "Zıplayan örümcekler gündüz avlanır ve ağ örmez. Çok iyi görürler, şaşırtıcı değil mi?"),
    (&["windows-1254"], "İletişim"),
    (
        &["windows-1257"],
        "Šokantys vorai medžioja dieną ir nemezga tinklų. Jie labai gerai mato, žino kiekvienas ūkininkas.",
    ),
    (
        &["windows-1252"],
        "Springspinnen jagen am Tag und bauen keine Netze. Sie sehen überall sehr gut, größer als Ähren.",
    ),
    (
        &["windows-1252"],
        "Les araignées sauteuses chassent le jour et ne tissent pas. Elles voient très bien, même à côté.",
    ),
    (
        &["windows-1252"],
        "Las arañas saltadoras cazan de día y no tejen. Ven muy bien, ¿verdad? Más que ningún otro, según él.",
    ),
    (&["windows-1252"], "As aranhas-saltadoras não tecem teias e caçam de dia. Não é ilusão: a visão é ótima."),
    (
        &["windows-1252"],
        "Hoppspindlar jagar på dagen och bygger inga nät. De ser mycket bra, både nära och långt bort.",
    ),
    (&["windows-1252"], "It’s a spider’s web – “don’t” touch it, they’re hunters…"),
    (&["windows-1252"], "Hafðu samband"),
    (&["windows-1252"], "Espa\u{f1}a"),
    (&["windows-1252"], "M\u{f8}ller, \u{ea}tre"),
    (&["windows-1252"], "Caf\u{e9} na\u{ef}ve"),
    (&["windows-1252"], "© 2024 Müller"),
    (&["windows-1252", "windows-1254"], "© 2020"),
    (&["windows-1252"], "25° C"),
    (&["windows-1252"], "25°C"),
    (&["windows-1252"], "3 × 4"),
    (&["windows-1252"], "½"),
    (&["windows-1252"], "£5"),
    (&["windows-1252"], "5 € ± 2 %"),
    (&["windows-1252"], "§ 5"),
    (&["windows-1252"], "5µm, 3 m²"),
    (&["windows-1252"], "Home » X"),
    (&["windows-1252"], "«mot»"),
    (&["windows-1252"], "Prix : 5 × 2 £, «soldes»"),
    (&["windows-1250"], "Łódź, 3 × 4"),
    (&["windows-1256"], "الصفحة الرئيسية"),
];

#[test]
fn the_declared_language_decides_on_ambiguous_bytes() {
    for (lang, label, text) in [
        ("ko", "euc-kr", "거미줄"),
        ("ja", "euc-jp", "蜘蛛図鑑"),
        ("ja", "shift_jis", "日本"),
        ("zh-TW", "big5", "蜘蛛"),
        ("ru", "koi8-r", "контакты"),
        ("en", "windows-1251", "Контакты"),
        ("en", "windows-1254", "Hakkımızda"),
        ("ru", "gbk", "跳蛛不结网，白天捕猎。"),
    ] {
        let page = format!("<html lang={lang}><p>{text}</p>");
        assert_eq!(read(label, &page), page);
    }
}

/// Letters stand beside others in each language, which decides where the letters alone fit several encodings.
#[test]
fn the_neighbors_of_letters_decide() {
    for (label, text) in [
        ("windows-1250", "Početna"),
        ("iso-8859-2", "Vsakdo je pri odločanju o"),
        ("windows-1250", "Kezdőlap"),
        ("windows-1250", "Orice persoană are dreptul"),
        ("iso-8859-2", "Fiecare om are dreptul să"),
        ("iso-8859-2", "Nikto nesmie byť nútený, aby"),
        ("iso-8859-2", "proglašava"),
        ("windows-1250", "POWSZECHNA DEKLARACJA PRAW CZŁOWIEKA"),
        ("windows-1250", "Nie wolno ponadto czynić żadnej"),
        ("windows-1257", "Atsižvelgdama į tai, kad"),
        ("windows-1254", "öğretim ve eğitim"),
        ("windows-1252", "Hafðu samband"),
        ("windows-1252", "Suivant » à côté"),
    ] {
        assert_eq!(read(label, text), text);
    }
}

#[test]
fn the_domain_decides_on_single_words() {
    for (host, label, text, expected) in [
        ("www.a.cz", "windows-1250", "Proč", "Proč"),
        ("a.hu", "windows-1250", "Erős", "Erős"),
        ("a.hu", "windows-1250", "<html lang=en>Erős", "<html lang=en>Erős"),
        ("a.com.tr", "windows-1254", "Hakkımızda", "Hakkımızda"),
        ("a.xn--p1ai", "windows-1251", "О нас", "О нас"),
        ("a.ru", "koi8-r", "Контакты", "Контакты"),
        ("a.gr", "windows-1253", "Αρχική", "Αρχική"),
        ("a.com.tw", "big5", "蜘蛛", "蜘蛛"),
        ("a.co.kr", "euc-kr", "거미줄", "거미줄"),
        ("a.hu", "windows-1252", "Die Spinne jagt überall, größer", "Die Spinne jagt überall, größer"),
        // The language says more than the country.
        ("a.hu", "windows-1251", "<html lang=ru>сеть", "<html lang=ru>сеть"),
        ("a.de", "windows-1252", "Über uns", "Über uns"),
        ("a.de", "windows-1250", "Proč", "Proè"),
        ("a.rs", "windows-1250", "Proč", "Proè"),
        ("a.com", "windows-1250", "Erős", "Erõs"),
    ] {
        assert_eq!(read_on(Some(host), label, text), expected, "{host}");
    }
    assert_eq!(read("windows-1250", "Proč"), "Proè");
}

/// A page in UTF-8 with one wrong byte is no legacy text of another script; browsers read windows-1252.
#[test]
fn damaged_utf8_is_western() {
    for text in ["Die Spinne jagt überall, größer", "Пауки и сети", "跳蛛不结网，白天捕猎"] {
        let bytes = [text.as_bytes(), b" \xff."].concat();
        let (western, ..) = encoding_rs::WINDOWS_1252.decode(&bytes);
        assert_eq!(charset::text(&bytes, None, &EncodingRs), western);
    }
}

#[test]
fn undeclared_text_is_read_in_its_encoding() {
    let mut wrong = Vec::new();
    for (labels, text) in TEXTS {
        for label in *labels {
            let found = read(label, text);
            if found != *text {
                wrong.push(format!("{label}: {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

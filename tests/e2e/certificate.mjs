// A self-signed certificate, created anew for each test, for local servers that stand in for https hosts. Browsers of
// these tests accept any certificate. X.509 v1 in DER (RFC 5280 §4.1) with the fields that a server needs; the names
// are not checked.

import { createSign, generateKeyPairSync } from "node:crypto";

const RSA_SHA256 = sequence(oid("2a864886f70d01010b"), Buffer.from([5, 0]));

/** Returns key and certificate for `https.createServer`. */
export function certificate() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("Salticid tests")))));
  const validity = sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("490101000000Z")));
  const subject = publicKey.export({ type: "spki", format: "der" });
  const told = sequence(der(0x02, Buffer.from([1])), RSA_SHA256, name, validity, name, subject);
  const signature = createSign("sha256").update(told).sign(privateKey);
  const whole = sequence(told, RSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole
    .toString("base64")
    .match(/.{1,64}/g)
    .join("\n")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }), cert };
}

function der(tag, content) {
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts) {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex) {
  return der(0x06, Buffer.from(hex, "hex"));
}

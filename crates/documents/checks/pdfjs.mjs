// Writes the text of a PDF file as pdf.js reads it: node pdfjs.mjs FOLDER FILE, beside the package pdfjs-dist.
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const [folder, file] = process.argv.slice(2);
const data = new Uint8Array(await readFile(file));
const start = performance.now();
const cMapUrl = join(import.meta.dirname, "node_modules/pdfjs-dist/cmaps/");
const pdf = await getDocument({ data, cMapUrl, cMapPacked: true, verbosity: 0 }).promise;
let text = "";
for (let number = 1; number <= Math.min(pdf.numPages, 300); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join("") + "\n\n";
}
console.log(`${file}\t0\t${(performance.now() - start).toFixed(1)}\t${pdf.numPages}`);
await writeFile(join(folder, basename(file) + ".txt"), text);

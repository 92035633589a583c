// A reporter of Node's test runner: the file of each failed test, one per line, and "end" after the last test.

export default async function* failedFiles(events) {
  const failed = new Set();
  for await (const { type, data } of events) if (type === "test:fail" && data.file) failed.add(data.file);
  yield [...failed, "end", ""].join("\n");
}

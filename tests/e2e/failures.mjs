// A reporter of `node --test`: the tests that failed, once more after all others, since a build machine shows the end
// of what was printed.

export default async function* failures(events) {
  const failed = [];
  for await (const { type, data } of events) {
    // The test that contains a failed one has no reason of its own.
    if (type === "test:fail" && data.details.error.failureType !== "subtestsFailed") failed.push(data);
  }
  for (const { name, file, line, details } of failed) {
    const { cause, message } = details.error;
    const reason = String(cause?.stack ?? message).split("\n");
    yield `failed: ${name} (${file}:${line})\n${reason.slice(0, 12).join("\n")}\n\n`;
  }
}

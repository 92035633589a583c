// The tasks of a page's main thread, from the browser's trace: their wall time, and their processor time, which hardly
// depends on other programs.

/** Records the browser's trace of a page until `since` is called. */
export async function trace(context, page) {
  const session = await context.newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      recordMode: "recordAsMuchAsPossible",
      includedCategories: ["devtools.timeline", "toplevel", "blink.user_timing", "__metadata"],
      excludedCategories: ["*"],
    },
  });
  return {
    /**
     * Returns the tasks after the mark `start` of its thread, in milliseconds, and all later marks; `after` is in
     * seconds since the mark.
     */
    async since(start) {
      const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
      await session.send("Tracing.end");
      await complete;
      const isMark = ({ cat }) => cat.includes("user_timing");
      const first = events.find((event) => event.name === start && isMark(event));
      if (!first) throw new Error("the trace has no mark: the browser kept too little of it");
      const later = events.filter(({ pid, ts }) => pid === first.pid && ts >= first.ts);
      const after = (ts) => (ts - first.ts) / 1e6;
      const tasks = later.filter(({ name, tid, ph }) => /RunTask$/.test(name) && ph === "X" && tid === first.tid);
      return {
        tasks: tasks.map(({ dur, tdur, ts }) => ({ ms: dur / 1000, cpuMs: (tdur ?? dur) / 1000, after: after(ts) })),
        marks: later
          .filter(isMark)
          .map(({ name, ts }) => ({ name, after: after(ts) }))
          .sort((a, b) => a.after - b.after),
      };
    },
  };
}

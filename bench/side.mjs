// One side of one round, in a process of its own: node side.mjs <scenario file> <side> <case as JSON>
const [, , file, side, parameters] = process.argv;
let warnings = 0;
process.on('warning', () => {
  warnings += 1;
});

const { scenario } = await import(file);
const measured = await scenario.inChild(side, JSON.parse(parameters));
process.send({ ...measured, peakMb: process.resourceUsage().maxRSS / 1024, warnings }, () =>
  process.disconnect(),
);

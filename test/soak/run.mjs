import { withApp } from '../lib/app.mjs'

// Keeps a console busy on each engine and checks whether it grows: `npm run soak -- [minutes on each] [embedded]
// [minio]`
const words = process.argv.slice(2)
const [minutes = '10'] = words.filter((word) => /^[\d.]+$/.test(word))
const chosen = words.filter((word) => word !== minutes)
const unknown = chosen.find((word) => !['embedded', 'minio'].includes(word))
if (unknown || !(Number(minutes) > 0)) {
  console.error(`${unknown ?? minutes}: say for how many minutes, and "embedded" or "minio" for one engine alone`)
  process.exit(1)
}

const load = await withApp(['test/soak/soak.ts'])
const { soak } = await load('test/soak/soak.ts')
for (const engine of chosen.length > 0 ? chosen : ['embedded', 'minio']) {
  if (!(await soak(engine, Number(minutes) * 60_000))) process.exitCode = 1
}

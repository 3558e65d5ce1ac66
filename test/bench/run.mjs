import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withApp } from '../lib/app.mjs'

// Each other file here exports `measure`, which resolves with a list of measures (test/lib/measure.ts). Words on the
// command line select the files whose names contain one of them.
const words = process.argv.slice(2)
const files = readdirSync(dirname(fileURLToPath(import.meta.url)))
  .filter((name) => name.endsWith('.ts') && (words.length === 0 || words.some((word) => name.includes(word))))
  .map((name) => `test/bench/${name}`)

const load = await withApp(files)
for (const file of files) {
  const { measure } = await load(file)
  for (const line of await measure()) {
    console.log(JSON.stringify(line))
    if (!line.ok) process.exitCode = 1
  }
}

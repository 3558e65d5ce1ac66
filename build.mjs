import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { whyStale } from './build/stale.mjs'

const usage = `node build.mjs                 builds for production into dist/
node build.mjs --if-stale      the same, if dist/ is missing or older than the sources
node build.mjs --watch [...]   builds for development, runs the server (with the flags that follow) and rebuilds on every edit
node build.mjs new <id>        adds a working plugin
node build.mjs package         makes everything that is published of this version, in artifacts/
  --only amd64                 for one architecture
  --complete                   fails if anything could not be made
  --stage <folder>             instead, makes the folder that the archive for this machine contains
  --out <folder>               builds there instead of dist/
  --package                    also writes what plugins outside of this repository are built with
  --meta                       also writes meta.json there: contents of both bundles, and the measured sizes`

const root = dirname(fileURLToPath(import.meta.url))
const args = process.argv.slice(2)
const watchAt = args.indexOf('--watch')
const [buildArgs, serverFlags] = watchAt < 0 ? [args, []] : [args.slice(0, watchAt + 1), args.slice(watchAt + 1)]

const parse = () =>
  parseArgs({
    args: buildArgs,
    allowPositionals: true,
    options: {
      'if-stale': { type: 'boolean' },
      watch: { type: 'boolean' },
      meta: { type: 'boolean' },
      package: { type: 'boolean' },
      help: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      stage: { type: 'string' },
      complete: { type: 'boolean' },
      out: { type: 'string', default: join(root, 'dist') },
    },
  })

const production = async ({ out, meta, package: isPackage }) => {
  const started = performance.now()
  const { build } = await import('./build/build.mjs')
  const { sizes, metafiles } = await build({ root, out, mode: 'production' })
  if (isPackage) await (await import('./build/plugin-kit.mjs')).buildPluginKit({ root, out })
  if (meta) writeFileSync(join(out, 'meta.json'), JSON.stringify({ ...metafiles, sizes }))
  const formatted = (value, unit) => (unit === 'bytes' ? `${(value / 1000).toFixed(1)} kB` : `${value} ${unit}`)
  for (const { name, value, unit, page } of sizes)
    console.log(`${name}: ${formatted(value, unit)}${page ? ` (${page})` : ''}`)
  console.log(`built ${out} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

const makePackages = async ({ out, only, stage, complete }) => {
  if (whyStale({ root, out })) await production({ out })
  await (await import('./build/plugin-kit.mjs')).buildPluginKit({ root, out })
  const { packageAll, stageFor } = await import('./build/package/package.mjs')
  if (stage) {
    const note = stageFor({ root, dist: out, to: resolve(stage) })
    return note && console.log(`Note: ${note}`)
  }
  const { names, notes } = await packageAll({ root, dist: out, out: join(root, 'artifacts'), only })
  for (const name of names) console.log(`artifacts/${name}`)
  for (const note of notes) console.log(`Note: ${note}`)
  if (complete && notes.length > 0) process.exitCode = 1
}

const main = async () => {
  const { values, positionals } = parse()
  const [command, ...rest] = positionals
  const out = resolve(values.out)
  if (values.help) return console.log(usage)
  if (command === 'new') {
    const { scaffold } = await import('./build/scaffold.mjs')
    return console.log(scaffold({ root, id: rest.join(' ') }).join('\n'))
  }
  if (command === 'package') return makePackages({ ...values, out })
  if (command) throw new Error(`"${positionals.join(' ')}" is no command of build.mjs.\n\n${usage}`)
  if (values.watch) {
    const { watch } = await import('./build/watch.mjs')
    return watch({ root, out, flags: serverFlags })
  }
  if (values['if-stale']) {
    const why = whyStale({ root, out })
    if (!why) return console.log('the build is up to date')
    console.log(`building, since ${why}`)
  }
  await production({ ...values, out })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})

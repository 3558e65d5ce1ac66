import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { compatibilityPage } from './page.mjs'

/**
 * `node test/compatibility/run.mjs` runs the conformance suites of all storages on plain S3 servers. If no test fails,
 * it writes results.json and docs/compatibility.md.
 */

const servers = {
  versity: { title: 'VersityGW', program: 'versitygw', version: (path) => ['go', 'version', '-m', path] },
  seaweedfs: { title: 'SeaweedFS', program: 'weed', version: (path) => [path, 'version'] },
  'plain-minio': {
    title: 'MinIO',
    suffix: ', as a plain S3 server',
    program: 'minio',
    version: (path) => ['go', 'version', '-m', path],
  },
}

const folders = [
  process.env.STOWAGE_PYTHON_BIN ?? join(homedir(), '.local', 'bin'),
  ...(process.env.PATH ?? '').split(delimiter),
  join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin'),
]

/** Title of a server with its version: a release number, or the date of a MinIO release. */
const titleOf = ({ title, suffix = '', program, version }) => {
  const path = folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
  const [command, ...args] = version(path)
  const text = execFileSync(command, args, { encoding: 'utf8' })
  const dated = /minio\/minio\s+v0\.0\.0-(\d{4})(\d\d)(\d\d)/.exec(text)
  if (dated) return `${title} of ${dated.slice(1).join('-')}${suffix}`
  const [, number] = /(?:versitygw\s+v|GB )(\d[\d.]*\d)/.exec(text) ?? []
  return [title, number].filter(Boolean).join(' ') + suffix
}

/** Paths of the test files whose suites run on plain S3 servers. */
const filesOfSuites = () =>
  readdirSync('plugins', { recursive: true })
    .filter((file) => /conformance.*\.test\.ts$/.test(file))
    .filter((file) => readFileSync(join('plugins', file), 'utf8').includes('onEveryStorage('))

const collect = () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-compatibility-'))
  const file = join(folder, 'results')
  const env = { ...process.env, STOWAGE_ENGINES: Object.keys(servers).join(), STOWAGE_COMPATIBILITY: file }
  try {
    const { status } = spawnSync(process.execPath, ['test/run.mjs', 'conformance', ...filesOfSuites()], {
      env,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('Some tests failed: fix them, or add the reason to test/lib/s3-differences.ts')
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reasonsOf = (rows, result) =>
  [...new Set(rows.filter((row) => row.result === result).map(({ reason }) => reason))].sort()

const suitesOf = (rows) => {
  const names = [...new Set(rows.map(({ suite }) => suite))].sort()
  return Object.fromEntries(
    names.map((name) => {
      const own = rows.filter(({ suite, result }) => suite === name && result !== 'needs users')
      return [name, { tests: own.length, passed: own.filter(({ result }) => result === 'passed').length }]
    }),
  )
}

const rows = collect()
const results = Object.keys(servers)
  .map((server) => ({ server, own: rows.filter((row) => row.server === server) }))
  .filter(({ own }) => own.length > 0)
  .map(({ server, own }) => ({
    title: titleOf(servers[server]),
    suites: suitesOf(own),
    missing: reasonsOf(own, 'missing'),
    different: reasonsOf(own, 'different'),
  }))
writeFileSync('test/compatibility/results.json', `${JSON.stringify(results, null, 2)}\n`)
writeFileSync('docs/compatibility.md', compatibilityPage(results))

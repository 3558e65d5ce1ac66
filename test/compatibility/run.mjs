import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { compatibilityPage } from './page.mjs'

/**
 * `node test/compatibility/run.mjs` runs the conformance suites of all storages on plain S3 servers, and all suites on
 * older MinIO releases. If no test fails, it writes results.json and docs/compatibility.md. With names of servers it
 * runs only on these, and the results of the others stay: `node test/compatibility/run.mjs garage minio-2025`.
 */

const cache = join(homedir(), '.cache', 'stowage-tests')

const servers = {
  versity: { title: 'VersityGW', program: 'versitygw', version: (path) => ['go', 'version', '-m', path] },
  seaweedfs: { title: 'SeaweedFS', program: 'weed', version: (path) => [path, 'version'] },
  moto: {
    title: 'moto',
    program: 'moto_server',
    version: (path) => [join(dirname(path), 'python'), '-c', 'import moto; print("moto_server", moto.__version__)'],
  },
  garage: { title: 'Garage', program: 'garage', version: (path) => [path, '--version'] },
  'plain-minio': {
    title: 'MinIO',
    suffix: ', as a plain S3 server',
    program: 'minio',
    version: (path) => ['go', 'version', '-m', path],
  },
}

/** Years of older MinIO releases that this machine has. */
const releases = ['2023', '2024', '2025'].filter((year) => existsSync(join(cache, `minio-${year}`, 'bin', 'minio')))

const olderServers = Object.fromEntries(
  releases.map((year) => [
    `minio-${year}`,
    { title: 'MinIO', program: 'minio', version: (path) => ['go', 'version', '-m', path] },
  ]),
)

const chosen = process.argv.slice(2)
const isChosen = (server) => chosen.length === 0 || chosen.includes(server)

const foldersOf = (server) => [
  ...(process.env.STOWAGE_PYTHON_BIN ? [process.env.STOWAGE_PYTHON_BIN] : []),
  join(cache, server, 'bin'),
  join(homedir(), '.local', 'bin'),
  ...(process.env.PATH ?? '').split(delimiter),
  join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin'),
]

/** Title of a server with its version: a release number, or the date of a MinIO release. */
const titleOf = (server, { title, suffix = '', program, version }) => {
  const path = foldersOf(server)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))
  const [command, ...args] = version(path)
  const text = execFileSync(command, args, { encoding: 'utf8' })
  const dated = /minio\/minio\s+v0\.0\.0-(\d{4})(\d\d)(\d\d)/.exec(text)
  if (dated) return `${title} of ${dated.slice(1).join('-')}${suffix}`
  const [, number] = /(?:versitygw\s+v|GB |moto_server |cargo:)(\d[\d.]*\d)/.exec(text) ?? []
  return [title, number].filter(Boolean).join(' ') + suffix
}

/** Paths of the test files with suites that a function defines: on plain S3 servers, or on every engine. */
const filesOfSuites = (define) =>
  readdirSync('plugins', { recursive: true })
    .filter((file) => /conformance.*\.test\.ts$/.test(file))
    .filter((file) => define.test(readFileSync(join('plugins', file), 'utf8')))

const runSuites = (files, env) => {
  const { status } = spawnSync(process.execPath, ['test/run.mjs', 'conformance', ...files], {
    // files that fail run again alone
    env: { ...process.env, CI: 'true', ...env },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('Some tests failed: fix them, or add the reason to test/lib/s3-differences.ts')
}

const collect = () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-compatibility-'))
  const file = join(folder, 'results')
  try {
    const env = { STOWAGE_COMPATIBILITY: file }
    const plain = Object.keys(servers).filter(isChosen)
    const storages = filesOfSuites(/on(EveryStorage|IamServers|VersityGateway)\(/)
    if (plain.length > 0) runSuites(storages, { ...env, STOWAGE_ENGINES: plain.join() })
    for (const year of releases.filter((one) => isChosen(`minio-${one}`)))
      runSuites(filesOfSuites(/onEvery(Storage|Engine)\(/), {
        ...env,
        STOWAGE_ENGINES: 'minio',
        STOWAGE_MINIO_RELEASE: year,
      })
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

/** Tests may have run again, after a failure next to others. */
const rows = [...new Map(collect().map((row) => [`${row.server}/${row.suite}/${row.test}`, row])).values()]
const measured = Object.entries({ ...servers, ...olderServers })
  .map(([server, kind]) => ({ server, kind, own: rows.filter((row) => row.server === server) }))
  .filter(({ own }) => own.length > 0)
  .map(({ server, kind, own }) => ({
    server,
    title: titleOf(server, kind),
    suites: suitesOf(own),
    missing: reasonsOf(own, 'missing'),
    different: reasonsOf(own, 'different'),
  }))
const before = JSON.parse(readFileSync('test/compatibility/results.json', 'utf8'))
const stay = before.filter(({ server }) => !isChosen(server))
const order = [...Object.keys(servers), 'minio-2023', 'minio-2024', 'minio-2025']
const results = [...stay, ...measured].sort((one, other) => order.indexOf(one.server) - order.indexOf(other.server))
writeFileSync('test/compatibility/results.json', `${JSON.stringify(results, null, 2)}\n`)
writeFileSync('docs/compatibility.md', compatibilityPage(results))

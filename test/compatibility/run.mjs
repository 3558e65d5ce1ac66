import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * `node test/compatibility/run.mjs` runs the conformance suites of buckets and objects on plain S3 servers, and writes
 * docs/compatibility.md. `--from=FILE` only writes it, from the results of an earlier run.
 */

const suites = ['buckets.test', 'object-versions', 'objects.test', 'share.test']

const servers = {
  versity: { title: 'VersityGW', program: 'versitygw', version: (path) => ['go', 'version', '-m', path] },
  seaweedfs: { title: 'SeaweedFS', program: 'weed', version: (path) => [path, 'version'] },
  'plain-minio': { title: 'MinIO, as a plain S3 server', program: 'minio', version: (path) => [path, '--version'] },
}

const folders = [
  process.env.STOWAGE_PYTHON_BIN ?? join(homedir(), '.local', 'bin'),
  ...(process.env.PATH ?? '').split(delimiter),
  join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin'),
]

const nameOf = (server) => {
  const { title, program, version } = servers[server]
  try {
    const path = folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
    const [command, ...args] = version(path)
    const text = execFileSync(command, args, { encoding: 'utf8' })
    const [, found = ''] = /(?:versitygw\s+v|GB |^|version RELEASE\.)(\d[\d.-]*\d)/.exec(text) ?? []
    return `${title} ${found}`.trim()
  } catch {
    return title
  }
}

const collect = () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-compatibility-'))
  const file = join(folder, 'results')
  const env = { ...process.env, STOWAGE_ENGINES: Object.keys(servers).join(), STOWAGE_COMPATIBILITY: file }
  try {
    for (const suite of suites)
      spawnSync(process.execPath, ['test/run.mjs', 'conformance', suite], { env, stdio: 'inherit' })
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, given] = /^--from=(.*)$/.exec(process.argv[2] ?? '') ?? []
const text = given ? readFileSync(given, 'utf8') : collect()
const rows = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const tried = Object.keys(servers).filter((server) => rows.some((row) => row.server === server))

const cell = (suite, server) => {
  const own = rows.filter((row) => row.suite === suite && row.server === server)
  const count = (result) => own.filter((row) => row.result === result).length
  const failed = count('failed')
  if (own.length === 0) return 'not tried'
  return `${count('passed')} passed, ${count('skipped')} skipped${failed ? `, ${failed} failed` : ''}`
}

/** Reasons of skipped tests, but for those that need users and policies, which no S3 server has. */
const reasonsOf = (server) => {
  const skipped = rows.filter((row) => row.server === server && row.reason && !row.reason.includes('no adapter'))
  return [...new Set(skipped.map(({ reason }) => `- ${reason}`))].sort()
}

const page = [
  '# Compatibility',
  '',
  'The conformance suites of buckets and objects on plain S3 servers, with the [S3 engine](s3-server.md).',
  '`node test/compatibility/run.mjs` writes this page. Tests that need users and policies of MinIO are skipped.',
  '',
  `| Suite | ${tried.map(nameOf).join(' | ')} |`,
  `|---|${'---|'.repeat(tried.length)}`,
  ...[...new Set(rows.map(({ suite }) => suite))]
    .sort()
    .map((suite) => `| ${suite} | ${tried.map((server) => cell(suite, server)).join(' | ')} |`),
  ...tried.flatMap((server) => [
    '',
    `## ${nameOf(server)}`,
    '',
    'Not offered, or different:',
    '',
    ...reasonsOf(server),
  ]),
  '',
]
writeFileSync('docs/compatibility.md', page.join('\n'))

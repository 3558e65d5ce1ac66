import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { packageAll } from '../../build/package/package.mjs'
import { dist } from '../lib/dist.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { programPath, hasPrograms } from '../lib/programs.ts'
import { signIn } from '../lib/server.ts'
import { type Component, isPresent } from '../runner/components.mjs'

const test = suite('packages')
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
const folder = mkdtempSync(join(tmpdir(), 'stowage-packages-'))
const artifacts = join(folder, 'artifacts')
const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
let notes: string[] = []

/** Tests that need a program are skipped by its name. */
const needs = (component: Component, program: string) => {
  if (isPresent(component, hasPrograms(program))) return test
  console.log(`Packages made with ${program} are skipped: there is no such program`)
  return Object.assign(() => test.skip(), test)
}
const deb = needs('dpkg', 'dpkg-deb')
const rpm = needs('rpm', 'rpmbuild')
const systemd = needs('systemd', 'systemd-analyze')

const run = (program: string, args: string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
  const { status, stdout, stderr } = spawnSync(programPath(program), args, {
    encoding: 'utf8',
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  })
  assert.is(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const artifact = (pattern: RegExp) => {
  const name = readdirSync(artifacts).find((file) => pattern.test(file))
  if (!name) throw new Error(`${artifacts} has no ${pattern}`)
  return join(artifacts, name)
}

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

/** Starts a program that was installed, and signs in. */
const start = async (
  program: string,
  args: string[],
  options: { data?: string | undefined; cwd?: string | undefined },
) => {
  const url = `http://127.0.0.1:${await freePort()}`
  const env = {
    CONSOLE_PORT: new URL(url).port,
    CONSOLE_ROOT_USER: root.accessKey,
    CONSOLE_ROOT_PASSWORD: root.secretKey,
    CONSOLE_DATA: options.data,
    NODE_OPTIONS: `--import ${resolve('test/lib/quick-hash.mjs')}`,
  }
  const running = await startProgram(program, args, {
    env,
    cwd: options.cwd,
    isReady: async () => (await fetch(`${url}/readyz`)).ok,
  })
  assert.match(await (await fetch(`${url}/login`)).text(), /<script type="module" src="\/assets\//)
  return { running, send: await signIn(url, root) }
}

/** Starts it twice and checks that a bucket of the first start is there in the second. */
const keepsData = async (
  program: string,
  args: string[],
  options: { data?: string | undefined; cwd?: string | undefined },
) => {
  const first = await start(program, args, options)
  assert.is((await first.send('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
  await first.running.stop()
  const second = await start(program, args, options)
  assert.match((await second.send('GET', '/api/v1/buckets')).text, /"photos"/)
  await second.running.stop()
}

const archived = () => join(folder, 'archive', basename(artifact(/linux-.*\.tar\.gz$/)).replace(/-linux-.*$/, ''))

const make = (out: string) => packageAll({ root: resolve('.'), dist, out, only: [architecture] })

test.before(async () => {
  notes = (await make(artifacts)).notes
  mkdirSync(join(folder, 'archive'))
  run('tar', ['xzf', artifact(/linux-.*\.tar\.gz$/), '-C', join(folder, 'archive')])
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

test('checksums cover every file, and the bill of materials every package', () => {
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: artifacts })
  const sums = readFileSync(join(artifacts, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.is(sums.length, readdirSync(artifacts).length - 1)
  const bill = JSON.parse(readFileSync(artifact(/cdx\.json$/), 'utf8')) as {
    specVersion: string
    components: { purl: string; licenses: unknown[]; hashes: unknown[] }[]
  }
  const purls = bill.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))
  // packages of the server, and those whose code is in the bundles
  for (const name of ['fastify', 'lmdb', '%40lmdb/lmdb-linux-arm64', 'react-dom', 'pdfjs-dist'])
    assert.ok(purls.includes(`pkg:npm/${name}`), name)
  assert.not.ok(purls.includes('pkg:npm/esbuild'))
  assert.ok(bill.components.every(({ licenses, hashes }) => licenses.length > 0 && hashes.length > 0))
})

test('a second run without packaging tools makes identical files and names the missing ones', async () => {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const name of [
    'npm',
    'node',
    'tar',
    'git',
    'rm',
    'sh',
    'x86_64-linux-gnu-g++',
    'aarch64-linux-gnu-g++',
    'as',
    'ld',
  ])
    if (hasPrograms(name)) symlinkSync(programPath(name), join(tools, name))
  const missing = ['dpkg-deb', 'rpmbuild'].filter((name) => hasPrograms(name))
  const [path, mask] = [process.env.PATH, process.umask(0o077)]
  process.env.PATH = tools
  try {
    const again = join(folder, 'again')
    const made = await make(again)
    assert.equal(
      made.notes.filter((note) => !notes.includes(note)),
      missing.map((name) => `${architecture}: no package, because there is no ${name}`),
    )
    const [sums, before] = [again, artifacts].map((one) =>
      readFileSync(join(one, 'SHA256SUMS'), 'utf8').trim().split('\n'),
    )
    assert.is(sums?.length, 3)
    assert.equal(
      sums?.filter((line) => !before?.includes(line)),
      [],
    )
  } finally {
    process.env.PATH = path
    process.umask(mask)
  }
})

test('the archive runs from any folder', async () => {
  const at = join(folder, 'archive')
  const unpacked = archived()
  assert.ok(sizeOf(unpacked) < 40_000_000, `${sizeOf(unpacked)} bytes`)
  const licenses = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const text of [/^react-dom \S+ \(MIT\)\n\nMIT License/m, /^fastify /m, /^pdfjs-dist /m])
    assert.match(licenses, text)

  // a link on the search path leads to it
  const link = join(at, 'stowage')
  symlinkSync(join(unpacked, 'bin/stowage'), link)
  await keepsData(link, [], { data: join(at, 'data') })
  const { status, stderr } = spawnSync(link, {
    env: { PATH: '/usr/bin:/bin', STOWAGE_NODE: 'no-such-node' },
    encoding: 'utf8',
  })
  assert.is(status, 1)
  assert.match(stderr, /^stowage: Node\.js is missing; install version 22 or 24/)
})

test('the native packages of the archive load', () => {
  const program = `
    import argon2 from 'argon2'
    import { open } from 'lmdb'
    const hash = await argon2.hash('password', { raw: true, salt: Buffer.alloc(16), memoryCost: 1024, timeCost: 1, parallelism: 1 })
    const index = open({ path: process.argv[1] })
    await index.put('hash', hash.toString('hex'))
    console.log(index.get('hash'))
    await index.close()`
  const hash = (cwd: string) =>
    run(process.execPath, ['--input-type=module', '--eval', program, join(folder, 'native')], { cwd })
  assert.match(hash(archived()), /^[0-9a-f]{64}\n$/)
  assert.is(hash(archived()), hash(resolve('.')))
})

test('npx starts the package in an empty folder, and npm uninstalls it', async () => {
  const at = join(folder, 'npx')
  mkdirSync(at)
  const tarball = artifact(/\.tgz$/)
  const installed = spawnSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', at, tarball],
    {
      encoding: 'utf8',
    },
  )
  if (/ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ENOTFOUND/.test(installed.stderr))
    return console.log('The npm tarball is not installed: there is no npm registry')
  assert.is(installed.status, 0, installed.stderr)
  const listed = run('tar', ['tzf', tarball]).split('\n')
  for (const name of ['npm-shrinkwrap.json', 'THIRD-PARTY-LICENSES.txt']) assert.ok(listed.includes(`package/${name}`))
  const modules = join(at, 'node_modules')
  const size = sizeOf(modules)
  assert.ok(size < 40_000_000, `${size} bytes`)
  for (const bundled of ['react', 'fastify']) assert.not.ok(existsSync(join(modules, bundled)), bundled)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const versionOf = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
  for (const name of ['msgpackr-extract', 'lmdb', 'argon2']) {
    const own = join(modules, 'stowage/node_modules', name, 'package.json')
    assert.is(
      versionOf(existsSync(own) ? own : join(modules, name, 'package.json')),
      packages[`node_modules/${name}`]?.version,
    )
  }
  const empty = join(at, 'empty')
  mkdirSync(empty)
  await keepsData(join(modules, '.bin/stowage'), [], { cwd: empty })
  assert.equal(readdirSync(empty), ['data'])
  run('npm', ['uninstall', '--offline', '--prefix', at, 'stowage'])
  assert.equal(
    filesBelow(at).filter((file) => file.startsWith(modules) && !file.endsWith('.package-lock.json')),
    [],
  )
})

deb('the Debian package installs, runs, upgrades with its data, and is purged without traces', async () => {
  const at = join(folder, 'debian')
  const admin = join(at, 'var/lib/dpkg')
  mkdirSync(join(admin, 'updates'), { recursive: true })
  mkdirSync(join(admin, 'info'))
  writeFileSync(join(admin, 'status'), '')
  const dpkg = (...args: string[]) =>
    run('dpkg', [
      '--root',
      at,
      '--force-not-root',
      '--force-script-chrootless',
      '--force-depends',
      '--force-confold',
      ...args,
    ])
  dpkg('--install', artifact(/\.deb$/))
  const settings = join(at, 'etc/stowage/stowage.env')
  assert.match(
    readFileSync(join(at, 'usr/lib/systemd/system/stowage.service'), 'utf8'),
    /^ExecStart=\/usr\/bin\/stowage$/m,
  )
  const data = join(at, 'var/lib/private/stowage')
  mkdirSync(data, { recursive: true })
  writeFileSync(settings, 'CONSOLE_PORT=9091\n')
  await keepsData(join(at, 'usr/bin/stowage'), [], { data })

  dpkg('--install', artifact(/\.deb$/))
  assert.is(readFileSync(settings, 'utf8'), 'CONSOLE_PORT=9091\n')
  const { running, send } = await start(join(at, 'usr/bin/stowage'), [], { data })
  assert.match((await send('GET', '/api/v1/buckets')).text, /"photos"/)
  await running.stop()

  dpkg('--remove', 'stowage')
  assert.ok(existsSync(data) && existsSync(settings))
  dpkg('--purge', 'stowage')
  assert.equal(
    filesBelow(at).filter((file) => !file.startsWith(admin)),
    [],
  )
  assert.not.ok(existsSync(join(at, 'usr/lib/stowage')) || existsSync(data))
})

rpm('the RPM installs, runs, and is removed without traces', async () => {
  const at = join(folder, 'rpm')
  const base = ['--root', at, '--dbpath', '/var/lib/rpm']
  mkdirSync(join(at, 'var/lib/rpm'), { recursive: true })
  run('rpm', [...base, '--install', '--noscripts', '--nodeps', '--ignoreos', artifact(/\.rpm$/)])
  assert.equal(
    run('rpm', [...base, '--query', '--configfiles', 'stowage'])
      .trim()
      .split('\n'),
    ['/etc/stowage/stowage.env'],
  )
  await keepsData(join(at, 'usr/bin/stowage'), [], { data: join(folder, 'rpm-data') })
  run('rpm', [...base, '--erase', '--noscripts', 'stowage'])
  assert.equal(
    filesBelow(at).filter((file) => !file.startsWith(join(at, 'var/lib/rpm'))),
    [],
  )
})

systemd('the service is confined', () => {
  const report = run('systemd-analyze', ['security', '--offline=true', '--no-pager', 'deploy/linux/stowage.service'])
  const exposure = Number(/exposure level for stowage\.service: ([\d.]+)/.exec(report)?.[1])
  assert.ok(exposure <= 2, `exposure ${exposure}`)
})

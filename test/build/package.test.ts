import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { packageAll } from '../../build/package/package.mjs'
import { dist } from '../lib/dist.ts'
import {
  architecture,
  artifact as artifactIn,
  type Artifacts,
  artifactsOf,
  current,
  earlier,
} from '../lib/artifacts.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { programPath, hasPrograms } from '../lib/programs.ts'
import { signIn } from '../lib/server.ts'
import { type Component, isPresent } from '../runner/components.mjs'

const test = suite('packages')
const folder = temporaryFolder('packages')
let artifacts: Artifacts
let older: Artifacts
const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

/** Skips tests that need a program if this machine lacks it. */
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

const artifact = (pattern: RegExp, from = artifacts) => artifactIn(pattern, from)

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

type Place = { data?: string | undefined; cwd?: string | undefined }

/** Starts an installed program, and waits until it serves pages. */
const start = async (program: string, url: string, { data, cwd }: Place) => {
  const env = {
    CONSOLE_PORT: new URL(url).port,
    CONSOLE_ROOT_USER: root.accessKey,
    CONSOLE_ROOT_PASSWORD: root.secretKey,
    CONSOLE_DATA: data,
    NODE_OPTIONS: `--import ${resolve('test/lib/quick-hash.mjs')}`,
  }
  const isReady = async () => (await fetch(`${url}/readyz`)).ok
  const running = await startProgram(program, [], { env, cwd, isReady })
  assert.match(await (await fetch(`${url}/login`)).text(), /<script type="module" src="\/assets\//)
  return running
}

/** Starts an earlier version, upgrades it, and checks that its accounts, buckets and sessions still exist. */
const upgrades = async (program: string, place: Place, upgrade: () => void) => {
  const url = `http://127.0.0.1:${await freePort()}`
  const version = () => run(program, ['--version']).trim()
  assert.is(version(), earlier)
  const before = await start(program, url, place)
  const send = await signIn(url, root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
  const ana = { accessKey: 'ana', secretKey: 'a-long-password', groups: [], policies: ['readwrite'] }
  assert.is((await send('POST', '/api/v1/users', ana)).status, 201)
  await before.stop()

  upgrade()
  assert.is(version(), current)
  const after = await start(program, url, place)
  assert.match((await send('GET', '/api/v1/buckets')).text, /"photos"/, 'the session ended')
  assert.match((await (await signIn(url, ana))('GET', '/api/v1/buckets')).text, /"photos"/)
  await after.stop()
}

const unpack = (from: Artifacts) => {
  const to = join(folder, 'archive')
  mkdirSync(to, { recursive: true })
  const file = artifact(/linux-.*\.tar\.gz$/, from)
  run('tar', ['xzf', file, '-C', to])
  return join(to, basename(file).replace(/-linux-.*$/, ''))
}
const archived = () => join(folder, 'archive', `stowage-${current}`)

test.before(async () => {
  artifacts = await artifactsOf(current)
  older = await artifactsOf(earlier)
  unpack(artifacts)
})

test('checksums cover every file, and the bill of materials every package', () => {
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: artifacts.folder })
  const sums = readFileSync(join(artifacts.folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.is(sums.length, readdirSync(artifacts.folder).length - 1)
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
    const made = await packageAll({ root: resolve('.'), dist, out: again, only: [architecture] })
    assert.equal(
      made.notes.filter((note) => !artifacts.notes.includes(note)),
      missing.map((name) => `${architecture}: no package, because there is no ${name}`),
    )
    const [sums, before] = [again, artifacts.folder].map((one) =>
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

test('the archive runs from any folder, upgrades with its data, and is deleted without traces', async () => {
  const at = join(folder, 'archive')
  const unpacked = archived()
  const shipped = filesBelow(unpacked).sort()
  assert.ok(sizeOf(unpacked) < 40_000_000, `${sizeOf(unpacked)} bytes`)
  const licenses = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const text of [
    /^react-dom \S+ \(MIT\)\n\nMIT License/m,
    /^fastify /m,
    /^pdfjs-dist /m,
    /^Lato \(OFL-1\.1\)\n\nCopyright \(c\) 2010-2011 by tyPoland/m,
    /^This Font Software is licensed under the SIL Open Font License/m,
  ])
    assert.match(licenses, text)

  // a link on the PATH leads to the version in use
  const link = join(at, 'stowage')
  const use = (version: string) => {
    rmSync(link, { force: true })
    symlinkSync(join(version, 'bin/stowage'), link)
  }
  const before = unpack(older)
  use(before)
  await upgrades(link, { data: join(at, 'data') }, () => use(unpacked))
  rmSync(before, { recursive: true })
  const { status, stderr } = spawnSync(link, {
    env: { PATH: '/usr/bin:/bin', STOWAGE_NODE: 'no-such-node' },
    encoding: 'utf8',
  })
  assert.is(status, 1)
  assert.match(stderr, /^stowage: Node\.js is missing; install version 22 or 24/)
  // nothing was written outside of the data folder
  assert.equal(filesBelow(unpacked).sort(), shipped)
})

/** Relative links of a folder's README to documents that the folder lacks. */
const brokenLinks = (at: string) =>
  [...readFileSync(join(at, 'README.md'), 'utf8').matchAll(/\]\(([^)#:]+)[^)]*\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !existsSync(join(at, link)))

test('the archive contains the guides that the console and the README refer to', () => {
  assert.equal(brokenLinks(archived()), ['docs/decisions/README.md'])
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'))
  assert.equal(readdirSync(join(archived(), 'docs')).sort(), guides.sort())
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

test('the native packages of the archive run with glibc 2.34, which RHEL 9 and Debian 12 have', () => {
  const binaries = filesBelow(archived()).filter((file) => file.endsWith('.node'))
  assert.ok(binaries.length > 2)
  for (const file of binaries) {
    const versions = [...readFileSync(file, 'latin1').matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor))
    assert.ok(Math.max(...versions) <= 34, `${file} needs glibc 2.${Math.max(...versions)}`)
  }
})

test('npx starts the package in an empty folder, npm upgrades it with its data, and uninstalls it', async () => {
  const at = join(folder, 'npx')
  mkdirSync(at)
  const tarball = artifact(/\.tgz$/)
  const install = (from: Artifacts) => {
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', at, artifact(/\.tgz$/, from)]
    return spawnSync('npm', args, { encoding: 'utf8' })
  }
  const installed = install(older)
  if (/ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ENOTFOUND/.test(installed.stderr))
    return console.log('The npm tarball is not installed: there is no npm registry')
  assert.is(installed.status, 0, installed.stderr)
  const listed = run('tar', ['tzf', tarball]).split('\n')
  for (const name of ['npm-shrinkwrap.json', 'THIRD-PARTY-LICENSES.txt', 'docs/upgrade.md'])
    assert.ok(listed.includes(`package/${name}`))
  const modules = join(at, 'node_modules')
  const empty = join(at, 'empty')
  mkdirSync(empty)
  await upgrades(join(modules, '.bin/stowage'), { cwd: empty }, () => {
    const { status, stderr } = install(artifacts)
    assert.is(status, 0, stderr)
  })
  assert.equal(readdirSync(empty), ['data'])
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
  dpkg('--install', artifact(/\.deb$/, older))
  const settings = join(at, 'etc/stowage/stowage.env')
  assert.match(
    readFileSync(join(at, 'usr/lib/systemd/system/stowage.service'), 'utf8'),
    /^ExecStart=\/usr\/bin\/stowage$/m,
  )
  const data = join(at, 'var/lib/private/stowage')
  mkdirSync(data, { recursive: true })
  const modes = () => [dirname(settings), settings].map((path) => statSync(path).mode & 0o777)
  assert.equal(modes(), [0o750, 0o640], 'settings may contain passwords')
  assert.equal(brokenLinks(join(at, 'usr/share/doc/stowage')), ['docs/decisions/README.md'])
  writeFileSync(settings, 'CONSOLE_PORT=9091\n')
  // as packages of earlier versions left them
  chmodSync(dirname(settings), 0o755)
  chmodSync(settings, 0o644)
  await upgrades(join(at, 'usr/bin/stowage'), { data }, () => dpkg('--install', artifact(/\.deb$/)))
  assert.is(readFileSync(settings, 'utf8'), 'CONSOLE_PORT=9091\n')
  assert.equal(modes(), [0o750, 0o640])

  dpkg('--remove', 'stowage')
  assert.ok(existsSync(data) && existsSync(settings))
  dpkg('--purge', 'stowage')
  assert.equal(
    filesBelow(at).filter((file) => !file.startsWith(admin)),
    [],
  )
  assert.not.ok(existsSync(join(at, 'usr/lib/stowage')) || existsSync(data))
})

rpm('the RPM installs, runs, upgrades with its data, and is removed without traces', async () => {
  const at = join(folder, 'rpm')
  const base = ['--root', at, '--dbpath', '/var/lib/rpm']
  mkdirSync(join(at, 'var/lib/rpm'), { recursive: true })
  const options = ['--noscripts', '--nodeps', '--ignoreos']
  run('rpm', [...base, '--install', ...options, artifact(/\.rpm$/, older)])
  assert.equal(
    run('rpm', [...base, '--query', '--configfiles', 'stowage'])
      .trim()
      .split('\n'),
    ['/etc/stowage/stowage.env'],
  )
  const settings = join(at, 'etc/stowage/stowage.env')
  writeFileSync(settings, 'CONSOLE_PORT=9091\n')
  const data = join(at, 'var/lib/private/stowage')
  mkdirSync(data, { recursive: true })
  await upgrades(join(at, 'usr/bin/stowage'), { data }, () => {
    run('rpm', [...base, '--upgrade', ...options, artifact(/\.rpm$/)])
  })
  assert.is(readFileSync(settings, 'utf8'), 'CONSOLE_PORT=9091\n')
  run('rpm', [...base, '--erase', '--noscripts', 'stowage'])
  assert.ok(existsSync(data))
  // as docs/install.md says
  for (const path of ['etc/stowage', 'var/lib/private/stowage']) rmSync(join(at, path), { recursive: true })
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

import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { basename } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { freePort } from '../../testing/process.ts'
import { architecture, artifact, artifactsOf, current, earlier } from '../lib/artifacts.ts'
import { certificateFor, hasOpenssl } from '../lib/certificates.ts'
import { type Machine, hasNode24, node24, noMachines, startMachine } from '../lib/debian-machine.ts'
import { blocksOf, codesOf, readDocument, rowsOf, sectionOf } from '../lib/documents.ts'
import { type KeyPair, signIn } from '../lib/server.ts'
import { until } from '../lib/until.ts'
import { isPresent } from '../runner/components.mjs'

const why = noMachines()
if (why) console.log(`Installations on a bare Debian are skipped: ${why}`)
const hasMachines = isPresent('debian', !why)
const bare = suite('installations on a bare Debian')
const test = hasMachines ? bare : Object.assign(() => bare.skip(), bare)
const withNode = hasMachines && isPresent('node-24', hasNode24()) ? bare : Object.assign(() => bare.skip(), bare)
if (hasMachines && withNode !== bare) console.log('Archive and npx are not started: .ci/run installs Node.js 24')

const guide = readDocument('docs/install.md')

/** The commands of a section of the guide, for another version. */
const commandsOf = (heading: string, version: string) => {
  const [block] = blocksOf(sectionOf(guide, heading))
  const lines = (block?.code ?? '').trim().split('\n')
  assert.ok(lines.length <= 2, `${heading} takes ${lines.length} commands`)
  return lines.map((line) => line.replace(/ +#.*/, '').replaceAll(current, version).replaceAll('amd64', architecture))
}

/** The command in the last cell of a row of the first table: how to remove an installation. */
const removalOf = (way: string) =>
  codesOf(
    rowsOf(guide.text)
      .find(([name]) => name === way)
      ?.at(-1) ?? '',
  )[0] ?? ''

let url = ''
const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false

/** The root account that the first start printed. */
const accountIn = (text: string): KeyPair => {
  const [, accessKey = '', secretKey = ''] =
    /User\s+(\S+)\s+(?:\S+ \S+ \S+ \S+ \S+\s+)?Password\s+(\S+)/.exec(text) ?? []
  return { accessKey, secretKey }
}

/** Signs in, and checks that a page is served. */
const open = async (account: KeyPair) => {
  const send = await signIn(url, account)
  assert.match(await (await fetch(`${url}/buckets`)).text(), /<script type="module" src="\/assets\//)
  return send
}

const hasPhotos = async (account: KeyPair) =>
  assert.match((await (await open(account))('GET', '/api/v1/buckets')).text, /"photos"/)

/** Runs all commands but the last, and starts the last. */
const start = (machine: Machine, commands: string[]) => {
  for (const command of commands.slice(0, -1)) machine.run(command)
  return machine.start(commands.at(-1) ?? '', isReady)
}

/** The certificate authority of a proxy between this machine and the npm registry. */
const authority = process.env.NODE_EXTRA_CA_CERTS

const startAt = async (options: Parameters<typeof startMachine>[0]) => {
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  return startMachine({
    ...options,
    env: {
      CONSOLE_PORT: port,
      DEBIAN_FRONTEND: 'noninteractive',
      npm_config_fetch_retries: '0',
      ...(authority && { NODE_EXTRA_CA_CERTS: '/etc/authority.pem' }),
    },
    files: {
      'etc/systemd/system.conf.d/port.conf': `[Manager]\nDefaultEnvironment=CONSOLE_PORT=${port}\n`,
      ...(authority && { 'etc/authority.pem': readFileSync(authority, 'utf8') }),
      ...options.files,
    },
  })
}

/** Installs an earlier version with the commands of the guide, restarts it, upgrades it, and removes it. */
const installs = async (heading: string, pattern: RegExp, removal: string) => {
  const machine = await startAt({ release: 'bookworm', layers: [node24()] })
  try {
    const before = machine.paths()
    const files = await Promise.all(
      [earlier, current].map(async (version) => artifact(pattern, await artifactsOf(version))),
    )
    for (const file of files) machine.copy(file)
    const commands = commandsOf(heading, earlier)
    const first = await start(machine, commands)
    const account = accountIn(first.logs())
    assert.is((await (await open(account))('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
    await first.stop()
    const second = await start(machine, commands.slice(-1))
    await hasPhotos(account)
    await second.stop()
    const upgraded = await start(machine, commandsOf(heading, current))
    await hasPhotos(account)
    await upgraded.stop()
    machine.run(`rm -r ${files.map((file) => basename(file)).join(' ')} ${removal}`)
    assert.equal(
      machine.paths().filter((path) => !before.includes(path)),
      [],
    )
  } finally {
    await machine.stop()
  }
}

withNode('the archive: two commands to a signed-in page; it keeps its data and is deleted without traces', () =>
  installs('Archive', /linux-.*\.tar\.gz$/, `stowage-${earlier} stowage-${current} data`),
)

withNode('npx: one command to a signed-in page; it keeps its data and is deleted without traces', () =>
  installs('npm', /\.tgz$/, '.npm data'),
)

/** Deletes a bucket between a backup of the service and its restoration with the commands of the guide. */
const restores = async (machine: Machine, account: KeyPair) => {
  const [backup, restoration] = blocksOf(sectionOf(readDocument('docs/backup.md'), 'The system service'))
  machine.run('mkdir /backups')
  machine.run(backup?.code ?? '')
  const send = await signIn(url, account)
  assert.is((await send('DELETE', '/api/v1/buckets/photos')).status, 204)
  machine.run(`set -e\n${restoration?.code}`)
  await until(isReady)
  await hasPhotos(account)
  machine.run('rm -r /backups')
}

/** Adds a certificate as the guide says, and starts the service. */
const startWithTls = async (machine: Machine) => {
  const settings = blocksOf(sectionOf(guide, 'Debian and RPM packages')).find(({ language }) => language === 'ini')
  const { crt, key } = certificateFor('stowage.example', 'IP:127.0.0.1')
  machine.write('/etc/stowage/certs/public.crt', crt)
  machine.write('/etc/stowage/certs/private.key', key)
  machine.run('chmod 600 /etc/stowage/certs/private.key')
  const added = '/etc/systemd/system/stowage.service.d'
  machine.write(`${added}/override.conf`, settings?.code ?? '')
  machine.run('systemctl daemon-reload && systemctl start stowage')
  const serves = () =>
    new Promise<boolean>((resolve) => {
      get(`${url.replace('http:', 'https:')}/readyz`, { ca: crt, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      }).once('error', () => resolve(false))
    })
  await until(serves)
  machine.run(`rm -r ${added}`)
}

test('the Debian package: two commands to a signed-in page; the service is confined and keeps its data', async () => {
  const machine = await startAt({
    release: 'trixie',
    systemd: true,
    files: { 'etc/apt/apt.conf.d/test': 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n' },
  })
  try {
    const before = machine.paths()
    const files = await Promise.all(
      [earlier, current].map(async (version) => artifact(/\.deb$/, await artifactsOf(version))),
    )
    for (const file of files) machine.copy(file)
    const commands = commandsOf('Debian and RPM packages', earlier)
    for (const command of commands) machine.run(command)
    await until(isReady)
    const account = accountIn(machine.run('journalctl --unit=stowage --output=cat'))
    assert.is((await (await open(account))('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
    const property = (name: string) => machine.run(`systemctl show --value --property=${name} stowage`).trim()
    assert.match(machine.run('systemctl status stowage'), /Active: active \(running\)/)
    const exposure = /exposure level for stowage\.service: ([\d.]+)/.exec(
      machine.run('systemd-analyze security stowage'),
    )
    assert.ok(Number(exposure?.[1]) <= 2, exposure?.[0])
    const user = Number(machine.run(`stat --format=%u /proc/${property('MainPID')}`))
    assert.ok(user >= 61184 && user <= 65519, `user ${user} is not a dynamic one`)

    machine.run('systemctl restart stowage')
    await until(isReady)
    await hasPhotos(account)
    await restores(machine, account)
    const invocation = property('InvocationID')
    machine.run(commandsOf('Debian and RPM packages', current)[0] ?? '')
    await until(isReady)
    assert.not.equal(property('InvocationID'), invocation, 'the upgrade did not restart the service')
    assert.is(machine.run('stowage --version').trim(), current)
    await hasPhotos(account)

    machine.run('systemctl stop stowage')
    assert.is(property('ActiveState'), 'inactive')
    assert.is(property('Result'), 'success')
    assert.not.ok(await isReady())
    if (hasOpenssl()) await startWithTls(machine)
    machine.run(`${removalOf('Debian package')} && rm *.deb`)
    assert.not.ok(await isReady())
    assert.equal(
      machine.paths().filter((path) => !before.includes(path)),
      [],
    )
  } finally {
    await machine.stop()
  }
})

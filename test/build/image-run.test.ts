import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { stageFor } from '../../build/package/package.mjs'
import { debian, hasDebian, hasNode24, node24 } from '../lib/debian-machine.ts'
import { dist } from '../lib/dist.ts'
import { blocksOf, readDocument, sectionOf } from '../lib/documents.ts'
import { olderRelease } from '../lib/older-release.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { hasPrograms, programPath } from '../lib/programs.ts'
import { signIn } from '../lib/server.ts'
import { isPresent } from '../runner/components.mjs'

const hasBuildah = isPresent('buildah', hasPrograms('buildah')) && process.getuid?.() === 0
const why = hasPrograms('buildah') ? 'only root can build it' : 'there is no buildah'
if (!hasBuildah) console.log(`The container image is not built: ${why}`)
const image = suite('running container image')
const test = hasBuildah ? image : Object.assign(() => image.skip(), image)

const folder = temporaryFolder('image')
// the tag of the guide
const name = 'localhost/stowage:latest'
const earlier = { name: 'localhost/stowage:earlier', version: '0.9.0' }
const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const storage = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'overlay']
const encoding = 'utf8'
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

const buildah = (...args: string[]) =>
  execFileSync(programPath('buildah'), [...storage, ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

/** Whether this machine has the replacements for the base images of the Dockerfile. */
const hasBases = hasDebian('bookworm') && hasNode24()
if (hasBuildah && !hasBases)
  console.log('Only the last stage of the Dockerfile is built: .ci/run makes its base images')

/** Makes an image of the files that `fill` writes. */
const makeBase = (tag: string, fill: (to: string) => void, env: Record<string, string> = {}) => {
  const container = buildah('from', 'scratch')
  fill(buildah('mount', container))
  buildah('config', ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]), container)
  buildah('umount', container)
  buildah('commit', '--quiet', container, tag)
  buildah('rm', container)
}

/** A base image with only Node.js and its libraries, like the distroless one. */
const makeRuntimeBase = () =>
  makeBase('localhost/base:1', (to) => {
    const copy = (from: string, path: string) => {
      mkdirSync(dirname(join(to, path)), { recursive: true })
      cpSync(from, join(to, path), { dereference: true })
    }
    const node = hasBases ? join(node24(), 'usr/local/bin/node') : process.execPath
    copy(node, 'nodejs/bin/node')
    for (const [library] of execFileSync('ldd', [node], { encoding }).matchAll(/\/[^ ]+/g))
      copy(hasBases ? join(debian('bookworm'), library) : library, library)
    mkdirSync(join(to, 'tmp'))
  })

/** A base image with Debian 12, Node.js 24 and npm. */
const makeBuildBase = () => {
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const env = {
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(authority && { NODE_EXTRA_CA_CERTS: '/etc/authority.pem' }),
  }
  const fill = (to: string) => {
    for (const from of [debian('bookworm'), node24()]) execFileSync('cp', ['--archive', `${from}/.`, to])
    if (authority) cpSync(authority, join(to, 'etc/authority.pem'))
  }
  makeBase('localhost/build:1', fill, env)
}

/** Builds an image on the base images of this test. The last argument is the context. */
const build = (...args: string[]) =>
  buildah('build', '--quiet', '--format', 'docker', '--build-arg', 'RUNTIME_IMAGE=localhost/base:1', ...args)

/** The arguments of `docker build` in the guide; buildah has the same. */
const documentedArguments = () => {
  const [block] = blocksOf(sectionOf(readDocument('docs/install.md'), 'Container'))
  const [command = '', ...others] = (block?.code ?? '').trim().split('\n')
  assert.match(command, /^docker build /)
  assert.is(others.length, 1)
  return command.split(' ').slice(2)
}

/** Builds the last stage of the Dockerfile; the first one is replaced by the build of this test. */
const buildLastStage = (tag: string, source: { root: string; dist: string }, args: string[] = []) => {
  const context = mkdtempSync(join(folder, 'context-'))
  mkdirSync(join(context, 'out/data'), { recursive: true })
  stageFor({ ...source, to: join(context, 'out/usr/lib/stowage') })
  const [, last = ''] = readFileSync('deploy/Dockerfile', 'utf8').split(/(?=^FROM \$\{RUNTIME_IMAGE\})/m)
  writeFileSync(join(context, 'Dockerfile'), `ARG RUNTIME_IMAGE\nFROM scratch AS build\nCOPY out /out\n${last}`)
  build(...args, '--tag', tag, context)
}

type Docker = {
  config: { User: string; Env: string[]; Entrypoint: string[]; Healthcheck: { Test: string[] }; Volumes: object }
}
const configOf = () => (JSON.parse(buildah('inspect', '--type', 'image', name)) as { Docker: Docker }).Docker.config

/** Runs a new container of an image on a folder, as the image's user. */
const start = async (tag: string, data: string, url: string) => {
  const container = buildah('from', tag)
  const variables = [
    `CONSOLE_PORT=${new URL(url).port}`,
    'CONSOLE_DATA=/storage',
    `CONSOLE_ROOT_USER=${root.accessKey}`,
    `CONSOLE_ROOT_PASSWORD=${root.secretKey}`,
  ].flatMap((one) => ['--env', one])
  const { User, Entrypoint, Healthcheck } = configOf()
  const inside = (...more: string[]) => [...storage, 'run', '--user', User, ...variables, ...more, container, '--']
  const running = await startProgram(
    programPath('buildah'),
    [...inside('--volume', `${data}:/storage`), ...Entrypoint],
    {
      env,
      isReady: async () => (await fetch(`${url}/readyz`)).ok,
    },
  )
  return {
    version: () => {
      const args = [...inside(), ...Entrypoint, '--version']
      const ask = () => execFileSync(programPath('buildah'), args, { env, encoding }).trim()
      // under load, buildah can lose the output of a short program
      return ask() || ask() || ask()
    },
    healthy: () =>
      execFileSync(programPath('buildah'), [...inside(), ...Healthcheck.Test.slice(1)], { env, stdio: 'ignore' }),
    stop: async () => {
      // the container shares the process IDs of this machine
      process.kill(Number(/"pid":(\d+)/.exec(running.logs())?.[1]), 'SIGTERM')
      await running.exit
      buildah('rm', container)
      return running.logs()
    },
  }
}

/** Builds all stages of the Dockerfile where that is possible. */
const buildStages = () => {
  if (!hasBases) return buildLastStage(name, { root: resolve('.'), dist })
  makeBuildBase()
  try {
    build('--build-arg', 'BUILD_IMAGE=localhost/build:1', ...documentedArguments())
  } catch (error) {
    if (!/EAI_AGAIN|ECONNREFUSED|ENOTFOUND/.test(String(error))) throw error
    console.log('Only the last stage of the Dockerfile is built: there is no npm registry')
    buildLastStage(name, { root: resolve('.'), dist })
  }
}

image.before(() => {
  if (!hasBuildah) return
  makeRuntimeBase()
  buildStages()
  buildLastStage(earlier.name, olderRelease(folder, earlier.version), ['--build-arg', `VERSION=${earlier.version}`])
})
image.after(() => {
  if (hasBuildah) buildah('rm', '--all')
})

test('it has at most 90 MB, compressed', () => {
  const file = join(folder, 'image.tar')
  buildah('push', '--quiet', '--format', 'oci', name, `oci-archive:${file}`)
  const { size } = statSync(file)
  console.log(`The container image has ${Math.round(size / 1e6)} MB, compressed`)
  assert.ok(size <= 90_000_000, `${size} bytes`)
})

test('its user owns the data folder and nothing else', () => {
  const container = buildah('from', name)
  const mounted = buildah('mount', container)
  assert.is(statSync(join(mounted, 'data')).uid, 1000)
  const foreign = readdirSync(mounted, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const { uid, mode } = statSync(join(mounted, path), { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 }
    return (uid !== 0 || mode & 0o002) && path !== 'data'
  })
  assert.equal(foreign, [])
  buildah('umount', container)
  buildah('rm', container)
})

test('it runs unprivileged, is healthy, and a newer image continues with data and sessions of an earlier one', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  chownSync(data, 1000, 1000)
  const url = `http://127.0.0.1:${await freePort()}`
  const first = await start(earlier.name, data, url)
  assert.is(first.version(), earlier.version)
  first.healthy()
  const send = await signIn(url, root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
  assert.match(await first.stop(), /"signal":"SIGTERM"/)
  assert.is(statSync(join(data, 'format.json')).uid, 1000)
  const second = await start(name, data, url)
  assert.not.equal(second.version(), earlier.version)
  assert.match((await send('GET', '/api/v1/buckets')).text, /"photos"/)
  await second.stop()
})

test('removing it leaves nothing behind', () => {
  buildah('rmi', '--all', '--force')
  assert.is(buildah('images', '--quiet'), '')
  assert.is(buildah('containers', '--quiet'), '')
})

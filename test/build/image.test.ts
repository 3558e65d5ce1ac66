import { readdirSync, readFileSync, statSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { parse } from 'yaml'
import { sources } from '../../build/stale.mjs'

const test = suite('container image')

type Instruction = { name: string; flags: string[]; text: string }

/** Instructions of a Dockerfile, with continued lines joined, without comments. */
const instructionsOf = (file: string): Instruction[] =>
  readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, name = '', flags = '', text = ''] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
      return { name, flags: flags.trim().split(/\s+/).filter(Boolean), text }
    })

const dockerfile = instructionsOf('deploy/Dockerfile')
const named = (name: string) => dockerfile.filter((instruction) => instruction.name === name)
const lastStage = dockerfile.slice(dockerfile.map(({ name }) => name).lastIndexOf('FROM'))

/** Rules of hadolint that apply here, each with the instructions that violate it. */
const rules: Record<string, () => Instruction[]> = {
  'an instruction is known': () =>
    dockerfile.filter(
      ({ name }) => !/^(ARG|FROM|WORKDIR|COPY|RUN|LABEL|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT)$/.test(name),
    ),
  'DL3000: WORKDIR is absolute': () => named('WORKDIR').filter(({ text }) => !text.startsWith('/')),
  'DL3002: the last user is not root': () =>
    lastStage.filter(({ name, text }) => name === 'USER' && /^(root|0)/.test(text)),
  'DL3006, DL3007: base images have a tag other than latest': () =>
    named('ARG').filter(({ text }) => /_IMAGE=/.test(text) && !/=[^:]+\/[^:]+:(?!latest)\S+$/.test(text)),
  'DL3008, DL3009: apt-get': () => named('RUN').filter(({ text }) => text.includes('apt-get')),
  'DL3020: COPY instead of ADD': () => named('ADD'),
  'DL3025: arguments in JSON': () =>
    dockerfile.filter(
      ({ name, text }) => /^(CMD|ENTRYPOINT|HEALTHCHECK)$/.test(name) && !/^(.*CMD )?\[".*"\]$/.test(text),
    ),
  'DL4006: no pipe hides a failure': () => named('RUN').filter(({ text }) => /[^|]\|[^|]/.test(text)),
}

for (const [rule, violations] of Object.entries(rules)) test(rule, () => assert.equal(violations(), []))

test('the image runs as user 1000, with a volume, a health check and labels', () => {
  const last = (name: string) => lastStage.filter((one) => one.name === name).map(({ text }) => text)
  assert.equal(last('USER'), ['1000:1000'])
  assert.equal(last('VOLUME'), ['/data'])
  assert.is(last('HEALTHCHECK').length, 1)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.ok(last('ARG').includes(`VERSION=${version}`))
  for (const label of ['title', 'description', 'licenses', 'version', 'revision'])
    assert.match(last('LABEL').join(), `org.opencontainers.image.${label}=`)
})

test('the build context contains what the build reads, and no data or packages', () => {
  const patterns = readFileSync('.dockerignore', 'utf8').trim().split('\n')
  const included = (path: string) => patterns.includes(`!${path}`)
  assert.is(patterns[0], '*')
  assert.equal(
    [...sources, 'deploy/linux', '.npmrc', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs'].filter(
      (path) => !included(path),
    ),
    [],
  )
  for (const path of ['node_modules', 'dist', 'data', '.git']) assert.not.ok(included(path))
  for (const path of patterns.flatMap((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : [])))
    assert.ok(statSync(path), path)
})

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  environment: Record<string, string>
  volumes?: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
}

test('compose files are consistent, and publish to this machine only', () => {
  const files = readdirSync('deploy').filter((name) => /^compose.*\.yaml$/.test(name))
  assert.ok(files.length > 0)
  const variables = readFileSync('server/environment.ts', 'utf8')
  for (const file of files) {
    const { services, volumes } = parse(readFileSync(`deploy/${file}`, 'utf8')) as {
      services: Record<string, Service>
      volumes: Record<string, null>
    }
    for (const [name, service] of Object.entries(services)) {
      assert.match(service.image, /:(?!latest)/, name)
      for (const volume of service.volumes ?? []) assert.ok((volume.split(':')[0] ?? '') in volumes, volume)
      for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/)
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {}))
        assert.ok(condition !== 'service_healthy' || services[other]?.healthcheck, `${name} waits for ${other}`)
      for (const variable of Object.keys(service.environment).filter((one) => one.startsWith('CONSOLE_')))
        assert.match(variables, `'${variable}'`)
      if (service.build) assert.ok(statSync(`deploy/${service.build.context}/${service.build.dockerfile}`).isFile())
    }
  }
})

import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { leaveOpen } from '../lib/close-at-end.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { hasChromium, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { installPackage, type PluginProject } from '../lib/plugin-project.ts'
import { startProxy } from '../lib/proxy.ts'
import { signIn, startServer, type TestServer } from '../lib/server.ts'

const test = suite('a plugin outside the repository')
const dataFolder = temporaryFolder('data')
const data = ['--data', dataFolder]
let project: PluginProject
let server: TestServer | undefined

type Listed = { plugins: { id: string; origin: string; problem?: string }[] }

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(join(project.root, path), change(readFileSync(join(project.root, path), 'utf8')))

/** A copy of the plugin under another id, with changes to its files. */
const copyPlugin = (id: string, changes: Record<string, (text: string) => string>) => {
  cpSync(join(project.root, 'greetings'), join(project.root, id), { recursive: true })
  rmSync(join(project.root, id, 'dist'), { recursive: true, force: true })
  edit(`${id}/package.json`, (text) => text.replace('stowage-plugin-greetings', `stowage-plugin-${id}`))
  for (const path of ['plugin.ts', 'server.ts'])
    edit(`${id}/${path}`, (text) =>
      text.replaceAll(`id: 'greetings'`, `id: '${id}'`).replaceAll(`'Greetings'`, `'${id}'`),
    )
  for (const [path, change] of Object.entries(changes)) edit(`${id}/${path}`, change)
  project.tool('build', id)
}

const apart = (id: string) => (text: string) => text.replaceAll('/greetings', `/${id}`)

const listed = async () => {
  assert.ok(server)
  const admin = await signIn(server.url, server.root)
  const { plugins } = (await admin('GET', '/api/v1/plugins')).json as Listed
  return { admin, problemOf: (id: string) => plugins.find((one) => one.id === id && one.origin === 'added')?.problem }
}

test.before(async () => {
  project = await installPackage()
})
test.after(async () => {
  await server?.stop()
  project?.remove()
})

test('finds the files of every entry point in the package', () => {
  const installed = join(project.root, 'node_modules/stowage')
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>
  }
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string'
      ? target
      : Object.entries(target)
          .filter(([condition]) => condition !== 'stowage-source')
          .map(([, path]) => path),
  )
  const missing = targets.filter((target) => {
    const [folder = '', rest] = target.split('*')
    if (rest === undefined) return !existsSync(join(installed, target))
    return !readdirSync(join(installed, folder)).some((name) =>
      existsSync(join(installed, `${folder}${name.replace(/(\.d)?\.m?ts$|\.mjs$/, '')}${rest}`)),
    )
  })
  assert.equal(missing, [])
})

test("is created, compiles against the package's types, and builds", () => {
  project.tool('new', 'greetings')
  assert.is(project.typeErrors('greetings'), '')
  assert.match(project.tool('build', 'greetings'), 'built "greetings" 1.0.0')
})

test('a missing handler and a reply of the wrong shape do not compile', () => {
  const errorsWith = (change: (text: string) => string) => {
    const path = join(project.root, 'greetings/server.ts')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, change(text))
    try {
      return project.typeErrors('greetings')
    } finally {
      writeFileSync(path, text)
    }
  }
  const handler = /servers: async .*\n/
  assert.match(
    errorsWith((text) => text.replace(handler, '')),
    /server\.ts.*'servers' is missing/s,
  )
  assert.match(
    errorsWith((text) => text.replace(handler, 'servers: async () => ({ servers: [{ name: 1 }] }),\n')),
    /server\.ts.*is not assignable/s,
  )
})

test('a mistake in the package or in the manifest is named by the build', () => {
  const packageFile = (change: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...change })
  const cases: [file: string, change: (text: string) => string, message: string][] = [
    ['plugin.ts', (text) => text.replace('export default', 'export const plugin ='), 'plugin.ts has no default export'],
    [
      'package.json',
      packageFile({ name: 'stowage-plugin-welcome' }),
      'plugin.ts exports the id "greetings", but the package is named for "welcome". Name it "stowage-plugin-greetings"',
    ],
    ['package.json', packageFile({ version: '1.0' }), 'package.json: the version "1.0" is invalid'],
    [
      'package.json',
      packageFile({ peerDependencies: { stowage: 'latest' } }),
      'package.json: peerDependencies.stowage is no range of versions: "latest"',
    ],
  ]
  for (const [file, change, message] of cases) {
    const path = join(project.root, 'greetings', file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, change(text))
    try {
      assert.throws(
        () => project.tool('build', 'greetings'),
        (error: Error) => error.message.includes(message),
        message,
      )
    } finally {
      writeFileSync(path, text)
    }
  }
})

test('an import that its entry point does not export is named by the build', () => {
  const importing = (name: string, from: string) => (text: string) =>
    `import { ${name} } from '${from}'\n${text}\nconsole.log(${name})\n`
  const cases: [file: string, name: string, from: string][] = [
    ['pages/servers.tsx', 'Nope', 'stowage/ui'],
    ['plugin.ts', 'ListPage', 'stowage/web'],
    ['server.ts', 'serf', 'stowage/server'],
    ['minio/index.ts', 'gone', 'stowage/engines/minio'],
    ['pages/servers.tsx', 'version', 'react'],
  ]
  for (const [file, name, from] of cases) {
    const path = join(project.root, 'greetings', file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, importing(name, from)(text))
    try {
      assert.throws(
        () => project.tool('build', 'greetings'),
        (error: Error) =>
          error.message.includes(`No matching export in "${from}" for import "${name}"`) &&
          error.message.includes(`${file}:1:`),
        `${name} of ${from}`,
      )
    } finally {
      writeFileSync(path, text)
    }
  }
})

test('has the licenses of the packages that are part of it', () => {
  const licenses = readFileSync(join(project.root, 'greetings/dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  assert.match(licenses, /^Third-party code distributed with stowage-plugin-greetings\n/)
  assert.match(licenses, /^lucide-react \S+ \(ISC\)\n\nISC License/m)
  // the console provides it
  assert.not.match(licenses, /^react /m)
})

test('is added with one command, and answers calls after a start', async () => {
  assert.match(project.console('plugin', 'add', 'greetings', ...data), 'Added "greetings" 1.0.0')
  assert.match(project.console('plugin', 'list', ...data), 'greetings 1.0.0: ok')
  server = await leaveOpen(() => startServer({ build: project.build, dataFolder }))
  const { admin, problemOf } = await listed()
  assert.is(problemOf('greetings'), undefined)
  assert.is(((await admin('GET', '/api/v1/greetings')).json as { servers: unknown[] }).servers.length, 1)
})

const testInChromium = hasChromium ? test : test.skip

testInChromium('shows its page, with a script verified by the browser', async () => {
  assert.ok(server)
  const browser = await launch()
  try {
    const { page } = await openTab(browser)
    await signInOnPage(page, server)
    const map = await page.locator('script[type=importmap]').textContent()
    assert.match(map ?? '', /"integrity":\{"\/assets\/greetings\/servers-\w+\.js":"sha384-/)
    await page.getByRole('link', { name: 'Greetings' }).click()
    await page.getByText('Running for').waitFor()
    const unused: string[] = []
    page.on('console', (message) => message.text().includes('preload') && unused.push(message.text()))
    await page.reload()
    await page.getByText('Running for').waitFor()
    assert.equal(unused, [])
  } finally {
    await browser.close()
  }
})

test('passes the tests that were created with it', () => {
  const printed = project.tool('test', 'greetings')
  assert.match(printed, /^. fail 0$/m)
  assert.match(printed, /^. pass [1-9]/m)
})

testInChromium('keeps an error of its viewer in the preview', async () => {
  assert.ok(server)
  const viewer = `viewers: [{
    id: 'broken', label: 'Broken', types: ['text/plain'],
    load: async () => ({ default: () => { throw new Error('broken on purpose') } }),
  }],
  routes:`
  copyPlugin('viewer', {
    'contract.ts': apart('viewer'),
    'plugin.ts': (text) => apart('viewer')(text).replace('routes:', viewer),
  })
  project.console('plugin', 'add', 'viewer', ...data)
  await server.restart()
  const admin = await signIn(server.url, server.root)
  await admin('POST', '/api/v1/buckets', { name: 'texts' })
  const body = new FormData()
  body.append('5', new Blob(['words']), 'file')
  assert.is((await admin('POST', '/api/v1/buckets/texts/objects/upload?key=a.txt', body)).status, 200)
  const browser = await launch()
  try {
    const { page, problems } = await openTab(browser)
    await signInOnPage(page, server)
    await page.goto(`${server.url}/buckets/texts/browse/a.txt?tab=preview`)
    await page.getByText('The viewer "Broken" failed: broken on purpose').waitFor()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.locator('pre').getByText('words').waitFor()
    // React reports the error that was caught
    assert.ok(problems.every((problem) => problem.includes('broken on purpose')))
    problems.length = 0
  } finally {
    await browser.close()
  }
})

testInChromium('shows its page below a base path behind a proxy, with the same checks', async () => {
  const env = {
    CONSOLE_SUBPATH: '/admin/console/',
    CONSOLE_TRUSTED_PROXY: '127.0.0.1',
    CONSOLE_PLUGIN_DIR: join(dataFolder, 'plugins'),
  }
  const below = await startServer({ build: project.build, env })
  const proxy = await startProxy(below.url, async () => {})
  const browser = await launch()
  try {
    const { page, problems } = await openTab(browser)
    await signInOnPage(page, { url: `${proxy.url}/admin/console`, root: below.root })
    await page.getByRole('link', { name: 'Greetings' }).click()
    await page.waitForURL(`${proxy.url}/admin/console/greetings`)
    await page.getByText('Running for').waitFor()
    const { integrity } = JSON.parse((await page.locator('script[type=importmap]').textContent()) ?? '') as {
      integrity: Record<string, string>
    }
    const [script = ''] = Object.keys(integrity).filter((path) => path.includes('/greetings/'))
    assert.match(script, /^\/admin\/console\/assets\/greetings\/servers-\w+\.js$/)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    assert.ok(loaded.includes(`${proxy.url}${script}`))
    const policy = (await page.request.get(`${proxy.url}/admin/console/`)).headers()['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.not.match(policy, /unsafe/)
    // a violation of the policy would be a problem
    assert.equal(problems, [])
  } finally {
    await browser.close()
  }
})

test('if broken, is skipped with the reason while everything else works', async () => {
  const throws = (text: string) => `${text}\nthrow new Error('broken on purpose')\n`
  copyPlugin('later', {})
  copyPlugin('rejects', { 'contract.ts': apart('rejects'), 'plugin.ts': apart('rejects'), 'server.ts': throws })
  copyPlugin('adapterless', {
    'contract.ts': apart('adapterless'),
    'plugin.ts': apart('adapterless'),
    'embedded/index.ts': throws,
  })
  // is first in the order of names
  copyPlugin('a-follower', {
    'contract.ts': (text) => `${apart('a-follower')(text)}\nexport { watch } from 'stowage/plugins/watch'\n`,
    'plugin.ts': apart('a-follower'),
    'server.ts': (text) => text.replace('  pages,', "  requires: ['watch', 'adapterless'],\n  pages,"),
  })
  for (const id of ['later', 'rejects', 'adapterless', 'a-follower']) project.console('plugin', 'add', id, ...data)
  await server?.restart()
  const { admin, problemOf } = await listed()
  assert.is((await admin('GET', '/api/v1/greetings')).status, 200)
  assert.match(problemOf('later') ?? '', 'The route "/greetings" belongs to another plugin.')
  assert.is(problemOf('rejects'), 'broken on purpose')
  assert.is(problemOf('adapterless'), 'broken on purpose')
  assert.is(problemOf('a-follower'), 'It requires the plugin "adapterless", which is off')
  assert.is((await admin('GET', '/api/v1/a-follower')).status, 404)
  assert.is((await admin('GET', '/api/v1/buckets')).status, 200)
})

test('is not added if made for another version', () => {
  project.console('plugin', 'remove', 'later', ...data)
  edit('later/package.json', (text) => text.replace(/"stowage": "[^"]+"/, '"stowage": "^99.0.0"'))
  project.tool('build', 'later')
  assert.throws(
    () => project.console('plugin', 'add', 'later', ...data),
    /"later" cannot be added. It needs Stowage \^99.0.0/,
  )
})

test('is refused after one of its files changed, and absent after its removal', async () => {
  appendFileSync(join(dataFolder, 'plugins/greetings/server/server.mjs'), '\n// changed')
  await server?.restart()
  const { admin, problemOf } = await listed()
  assert.is(problemOf('greetings'), 'Its file server/server.mjs was changed since it was added')
  assert.is((await admin('GET', '/api/v1/greetings')).status, 404)
  assert.match(project.console('plugin', 'remove', 'greetings', ...data), 'Removed "greetings"')
  assert.not.match(project.console('plugin', 'list', ...data), 'greetings')
})

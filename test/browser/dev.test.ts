import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { closeTabs, launch, openTab, signInTab } from '../lib/browser.ts'
import { freePort, type Program, startProgram } from '../../testing/process.ts'
import { copySources, type Project } from '../lib/project.ts'

const test = suite('npm run dev')
const root = { accessKey: 'developer', secretKey: 'developer-secret' }
let project: Project
let browser: Browser
let running: Program
let url: string

test.before(async () => {
  project = copySources('examples')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const program = [
    join(project.root, 'build.mjs'),
    '--watch',
    '--port',
    String(port),
    '--data',
    join(project.root, 'data'),
  ]
  running = await startProgram(process.execPath, program, {
    env: { CONSOLE_ROOT_USER: root.accessKey, CONSOLE_ROOT_PASSWORD: root.secretKey },
    isReady: async () => (await fetch(`${url}/readyz`)).ok,
  })
  browser = await launch()
})
test.after(async () => {
  if (browser) await closeTabs(browser)
  await running?.stop()
  project.remove()
})

test('edits of a page and of the server reach the open page under the production content policy', async () => {
  const { page } = await openTab(browser)
  const response = await page.goto(`${url}/login`)
  assert.match(response?.headers()['content-security-policy'] ?? '', "default-src 'none'")
  await page.getByText('Console Login').waitFor()

  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(project.root, path), 'utf8')
    assert.ok(text.includes(from), `${path} holds ${from}`)
    project.write(path, text.replace(from, to))
  }
  edit('core/shell/login.tsx', 'Console Login', 'Console Sign-in')
  await page.getByText('Console Sign-in').waitFor()
  await page.evaluate(() => Object.assign(window, { old: true }))
  edit('server/main.ts', 'Stowage is at', 'Stowage stands at')
  await page.waitForFunction(() => !('old' in window))
  assert.match(running.logs(), 'Stowage stands at')
})

test('the gallery of the UI kit is a plugin of development builds', async () => {
  const { page } = await openTab(browser)
  await page.goto(`${url}/login`)
  await signInTab(page, { url, root })
  await page.goto(`${url}/gallery`)
  await page.getByRole('heading', { name: 'Gallery', level: 1 }).waitFor()
})

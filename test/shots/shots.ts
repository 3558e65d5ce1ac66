import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { signInTab, launch, openTab } from '../lib/browser.ts'
import { type Send, startServer, type TestServer } from '../lib/server.ts'
import { simulateUse, seed } from './seed.ts'

type Shot = { address: string; ready: (page: Page, server: TestServer, root: Send) => Promise<void> }

const named = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.locator(`[role=rowheader][title="${name}"]`) })

/** Pages in the screenshots of the README and the guides. */
const shots: Record<string, Shot> = {
  dashboard: { address: '/dashboard', ready: (page) => page.getByText('Server 1').waitFor() },
  folder: {
    address: '/buckets/media/browse/campaign/',
    ready: async (page) => {
      for (const name of ['poster.jpg', 'interview.mp4']) await named(page, name).getByRole('checkbox').click()
    },
  },
  user: {
    address: '/users/ana.moreau?tab=policies',
    ready: (page) => page.getByText('campaign-uploads').first().waitFor(),
  },
  trace: {
    address: '/trace',
    ready: async (page, server, root) => {
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByText('No Traced elements received yet').waitFor()
      await simulateUse(server, root)
      await page.getByRole('grid').getByText('403 Forbidden').first().waitFor()
      await page.getByText(/^Since/).waitFor()
    },
  },
}

/** Hides the name of the machine that the screenshots are taken on. */
const hideHost = (page: Page) =>
  page.route('**/api/v1/admin/info', async (route) => {
    const response = await route.fetch()
    const info = (await response.json()) as { servers: { endpoint: string; network: object }[] }
    const servers = info.servers.map((server) => ({
      ...server,
      endpoint: 'storage.example',
      network: { 'storage.example': 'online' },
    }))
    await route.fulfill({ response: response, json: { ...info, servers } })
  })

/** Takes the screenshots of the README and the guides, with a console started for them. */
export const takeScreenshots = async (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const server = await startServer()
  const browser = await launch()
  try {
    const root = await seed(server)
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await openTab(browser, { theme })
      await hideHost(page)
      await signInTab(page, server)
      for (const [name, { address, ready }] of Object.entries(shots)) {
        await page.goto(server.url + address)
        await ready(page, server, root)
        await page.locator('[role=progressbar][aria-label=Loading]').waitFor({ state: 'detached' })
        await page.mouse.move(0, 0)
        await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
      }
      await page.context().close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

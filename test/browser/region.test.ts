import { assert } from '../lib/suite.ts'
import { signInOnPage } from '../lib/browser.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { createUser } from './accounts.ts'
import { inTab, page, storage } from './console.ts'
import { dialog } from './dialogs.ts'
import { button, pressInRow } from './elements.ts'
import { createBucket, putObject } from './objects.ts'
import { waitForHeading } from './pages.ts'
import { suiteOn } from './engines.ts'
import { sharedLink, fetchText } from './object-dialogs.ts'

const REGION = 'eu-west-7'

const test = suiteOn('minio', 'sign-in on a server with a region', { MINIO_SITE_REGION: REGION })

for (const [index, [configured, env]] of (
  [
    ['without a configured region', {}],
    ['with a wrong region', { CONSOLE_MINIO_REGION: 'us-west-2' }],
  ] as const
).entries())
  test(`the first user after the start of a console ${configured} gets temporary keys, which sign-out ends`, async () => {
    const bucket = await createBucket(`regional-${index}`)
    await putObject(bucket, 'note.txt', 'note')
    const alice = await createUser(`alice-${index}`, { policies: ['readwrite'] })
    // the suite's console has called the storage and knows its region; this one has not
    const { server, stop } = await startTestConsole('minio', { storage, env })
    try {
      await inTab({ pair: 'nobody' }, async () => {
        await signInOnPage(page, { url: server.url, root: alice })
        await page.goto(`${server.url}/buckets/${bucket}/browse`)
        await pressInRow('note.txt', 'Share')
        const url = await sharedLink()
        const signed = new URL(url).searchParams
        const [accessKey, , region] = (signed.get('X-Amz-Credential') ?? '').split('/')
        assert.not.equal(accessKey, alice.accessKey)
        assert.is(region, REGION)
        assert.ok(signed.get('X-Amz-Security-Token'), url)
        assert.is(await fetchText(url), 'note')
        await dialog().getByText('Close', { exact: true }).click()

        const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
        const buckets = () => fetch(`${server.url}/api/v1/buckets`, { headers: { cookie } })
        assert.is((await buckets()).status, 200)
        await button('Logout').click()
        await waitForHeading('Console Login')
        assert.is((await buckets()).status, 401)
      })
    } finally {
      await stop()
    }
  })

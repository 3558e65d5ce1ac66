import * as assert from 'uvu/assert'
import { login } from '../lib/browser.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { userOf } from './accounts.ts'
import { button, dialog, heading, inTab, page, storage } from './console.ts'
import { suiteOn } from './engines.ts'
import { link, textAt } from './object-dialogs.ts'
import { bucketOf, inRow, put } from './objects.ts'

const REGION = 'eu-west-7'

const test = suiteOn('minio', 'sign-in on a server with a region', { MINIO_SITE_REGION: REGION })

for (const [index, [configured, env]] of (
  [
    ['without a configured region', {}],
    ['with a wrong region', { CONSOLE_MINIO_REGION: 'us-west-2' }],
  ] as const
).entries())
  test(`the first user after the start of a console ${configured} gets temporary keys, which sign-out ends`, async () => {
    const bucket = await bucketOf(`regional-${index}`)
    await put(bucket, 'note.txt', 'note')
    const alice = await userOf(`alice-${index}`, { policies: ['readwrite'] })
    // the console of the suite has called the storage and knows its region; this one has not
    const { server, stop } = await startTestConsole('minio', { storage, env })
    try {
      await inTab({ pair: 'nobody' }, async () => {
        await login(page, { url: server.url, root: alice })
        await page.goto(`${server.url}/buckets/${bucket}/browse`)
        await inRow('note.txt', 'Share')
        const url = await link()
        const signed = new URL(url).searchParams
        const [accessKey, , region] = (signed.get('X-Amz-Credential') ?? '').split('/')
        assert.not.equal(accessKey, alice.accessKey)
        assert.is(region, REGION)
        assert.ok(signed.get('X-Amz-Security-Token'), url)
        assert.is(await textAt(url), 'note')
        await dialog().getByText('Close', { exact: true }).click()

        const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
        const buckets = () => fetch(`${server.url}/api/v1/buckets`, { headers: { cookie } })
        assert.is((await buckets()).status, 200)
        await button('Logout').click()
        await heading('Console Login')
        assert.is((await buckets()).status, 401)
      })
    } finally {
      await stop()
    }
  })

test.run()

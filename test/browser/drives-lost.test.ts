import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../lib/suite.ts'
import { createUser } from './accounts.ts'
import { until } from '../lib/until.ts'
import { assertReadable } from './accessibility.ts'
import { inTab, page, server, storage } from './console.ts'
import { button, row, pressInRow } from './elements.ts'
import { downloadedText } from './files.ts'
import { createBucket, dock, keysOf, openBucket, putObject } from './objects.ts'
import { goto, submitSignIn, waitForHeading, openPage } from './pages.ts'
import { suiteOn } from './engines.ts'

const test = suiteOn('minio', 'two of four drives lost')

const lost = () => ['drive3', 'drive4'].map((name) => join(storage.folder ?? '', name))

/** Whether the server reports that it can write. */
const isWritable = async () => (await fetch(new URL('/minio/health/cluster', storage.url))).status === 200

test('people sign in, read, and see why writing fails and which pool and set lacks drives, until the drives are back', async () => {
  const bucket = await createBucket('quorum')
  await putObject(bucket, 'there.txt', 'there')
  const bob = await createUser('bob', { policies: ['readwrite'] })
  for (const drive of lost()) {
    renameSync(drive, `${drive}-away`)
    // a file at its path prevents the server from recreating the folder
    writeFileSync(drive, '')
  }
  await until(async () => !(await isWritable()))

  await inTab({ pair: 'nobody' }, async () => {
    await goto('/login')
    await submitSignIn(bob)
    await waitForHeading('Buckets')
    await page.getByRole('alert').getByText('The storage could not write when you signed in.').waitFor()
    await openBucket(bucket)
    assert.is(String(await downloadedText(() => pressInRow('there.txt', 'Download'))), 'there')
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') })
    await dock().getByText('Too few drives of the storage server').first().waitFor()
    assert.equal(await keysOf(bucket), ['there.txt'])
    await button('Logout').click()
    await waitForHeading('Console Login')
    await submitSignIn({ ...bob, secretKey: 'another-password' })
    await page.getByRole('alert').getByText('Invalid Login').waitFor()
  })

  await inTab({ pair: 'nobody' }, async () => {
    await goto('/login')
    await submitSignIn(storage.root)
    await waitForHeading('Dashboard')
    assert.match(server.logs(), /the storage server cannot write/)
    await page.getByText('2 unhealthy').first().waitFor()
    const attention = page.getByRole('region', { name: 'Needs attention' })
    const part = attention.getByRole('listitem').filter({ hasText: /Drive .*drive3 on/ })
    await part.getByText(/If it is broken, replace it/).waitFor()
    assert.match((await part.getByRole('link', { name: 'Log Lines' }).getAttribute('href')) ?? '', /search=.*drive3$/)
    await assertReadable('dashboard-drives-lost')
    await part.getByRole('link', { name: 'Show Drive' }).click()
    await page.waitForURL(/tab=drives&part=/)
    await page
      .locator('[role=row][aria-current]')
      .getByText(/drive3/)
      .waitFor()
    const topology = page.getByRole('region', { name: 'Topology' })
    await topology.getByText(/drive3: /).waitFor()
    await assertReadable('dashboard-topology')
    await openPage('/dashboard?tab=alerts', 'Dashboard')
    await row('Erasure sets that cannot write').getByText('pool 1, set 1 has 2 of 4 drives and needs 3').waitFor()
  })

  for (const drive of lost()) {
    rmSync(drive)
    renameSync(`${drive}-away`, drive)
  }
  await until(isWritable)
  await inTab({ pair: bob }, async () => {
    await openBucket(bucket)
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') })
    await row('new.txt').waitFor()
    assert.is(await page.getByText('The storage could not write').count(), 0)
  })
})

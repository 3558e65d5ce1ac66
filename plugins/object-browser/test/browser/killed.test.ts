import { randomBytes } from 'node:crypto'
import { assert } from '../../../../test/lib/suite.ts'
import { listZip } from '../../pages/preview/archive.ts'
import { page, problems, root, server, storage } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { downloadedText } from '../../../../test/browser/files.ts'
import { createBucket, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'
import { assertBreaksOff } from '../../../../test/lib/assert-breaks-off.ts'

const MiB = 1024 * 1024

/** More objects than one call copies. */
const MANY = 150

const names = Array.from({ length: MANY }, (_, at) => `in/${String(at).padStart(3, '0')}`)

const putAll = async (bucket: string, content: (key: string) => string) => {
  for (let at = 0; at < MANY; at += 10)
    await Promise.all(names.slice(at, at + 10).map((key) => putObject(bucket, key, content(key))))
}

const textOf = async (bucket: string, key: string) =>
  (await root('GET', `/api/v1/buckets/${bucket}/objects/download?prefix=${encodeURIComponent(key)}`)).text

/** A process that can be killed as in a crash, and restarted. */
type Victim = { kill(): Promise<void>; restart(): Promise<void> }

/**
 * Kills and restarts a program during the second copy call: as soon as there are more objects than after the first
 * call.
 */
const killDuringSecondCall = async (victim: () => Victim, countCopies: () => Promise<number>) => {
  let calls = 0
  let over: Promise<void> | undefined
  const killed = async () => {
    const before = await countCopies()
    while ((await countCopies()) <= before);
    await victim().kill()
    await victim().restart()
  }
  await page.route('**/copy-objects', async (route) => {
    calls += 1
    if (calls === 2) over = killed()
    await route.continue()
  })
  return async () => {
    await until(async () => over !== undefined)
    await over
    await page.unroute('**/copy-objects')
  }
}

/** Ignores the failed requests that the browser reports. */
const clearProblems = () => {
  problems.length = 0
}

onEveryEngine('interrupted by a crash', (test, engine) => {
  const stored = (): Victim => (engine === 'minio' ? storage : server)

  test('a move continues once the storage is back, and every object is complete and in one place', async () => {
    const bucket = await createBucket('moved-on')
    await putAll(bucket, (key) => `content of ${key}`)
    await openBucket(bucket)
    await pressInRow('in/', 'Move')
    await dialog()
      .getByRole('combobox', { name: /^Folder/ })
      .fill('out')
    const countCopies = async () => (await keysOf(bucket)).filter((key) => key.startsWith('out/')).length
    const over = await killDuringSecondCall(stored, countCopies)
    await pressInDialog('Move')
    await over()
    await waitForMessage(`${MANY} objects moved`)
    await waitForDialogClose()
    clearProblems()
    assert.equal(
      await keysOf(bucket),
      names.map((key) => `out/${key}`),
    )
    for (const key of names) assert.is(await textOf(bucket, `out/${key}`), `content of ${key}`)
  })

  test('a restore continues once the console is back, and restores everything', async () => {
    const bucket = await createBucket('restored-on', { versioning: true })
    await putAll(bucket, (key) => `content of ${key}`)
    const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?recursive=true`)
    const last = Math.max(
      ...(json as { objects: { last_modified: string }[] }).objects.map(({ last_modified }) =>
        Date.parse(last_modified),
      ),
    )
    await until(async () => Date.now() > last + 1000)
    const moment = new Date(last + 1000).toISOString()
    await root(
      'POST',
      `/api/v1/buckets/${bucket}/delete-objects`,
      names.map((path) => ({ path })),
    )
    await goto(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(moment)}`)
    await row('in/').waitFor()
    await button('Restore Folder').click()
    await dialog().locator('dl').getByText(String(MANY)).waitFor()
    const over = await killDuringSecondCall(
      () => server,
      async () => (await keysOf(bucket)).length,
    )
    await pressInDialog('Restore')
    await over()
    await waitForMessage(`${MANY} objects restored`)
    clearProblems()
    assert.equal(await keysOf(bucket), names)
    for (const key of names) assert.is(await textOf(bucket, key), `content of ${key}`)
  })

  test('an interrupted zip is detectably incomplete, and the transfers dock downloads it again', async () => {
    const bucket = await createBucket('zipped-on')
    const content = randomBytes(16 * MiB)
    for (const key of ['big/a', 'big/b', 'big/c', 'big/d']) await putObject(bucket, key, new Uint8Array(content))
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=big/`, {
      headers: { cookie },
    })
    const reader = response.body!.getReader()
    await reader.read()
    await stored().kill()
    await assertBreaksOff(reader)
    await stored().restart()

    await openBucket(bucket)
    const zip = await downloadedText(async () => {
      await pressInRow('big/', 'Download as Zip')
      await page
        .getByRole('progressbar', { name: 'Downloading big.zip' })
        .or(page.getByText(/MiB · Downloaded/))
        .first()
        .waitFor()
      await stored().kill()
      await stored().restart()
    })
    clearProblems()
    const { entries } = await listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)
    assert.equal(
      entries.map(({ name, size }) => [name, size]),
      ['a', 'b', 'c', 'd'].map((name) => [name, content.length]),
    )
    for (let from = 0, count = 0; count < 4; count += 1) {
      from = zip.indexOf(content.subarray(0, 1000), from) + 1
      assert.ok(
        from > 0 && zip.subarray(from - 1, from - 1 + content.length).equals(content),
        `content ${count} is not whole`,
      )
    }
  })
})

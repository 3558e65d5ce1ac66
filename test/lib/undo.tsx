import { act, type ReactNode } from 'react'
import { banners } from '../../core/web/toasts.ts'
import { features } from '../../engines/embedded/adapter-context.ts'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { type Host, type Send, startHost } from '../server/host.ts'
import { button, click, cleanup, field, find, findAll, flush, menuItem, nameOf, press, render, type } from './react.tsx'
import { serve } from './served-console.tsx'
import { startTestSession } from './session.ts'
import { assert, type Test } from './suite.ts'

/** An action whose success message or dialog has Undo. */
export type UndoCase = {
  /** Creates what the action changes, with requests as root. */
  arrange?: (root: Send) => Promise<unknown>
  /** The dialog or page with the action, rendered after `arrange`. */
  element?: (root: Send) => ReactNode | Promise<ReactNode>
  act: () => Promise<unknown>
  /** The changed resource as a whole, so that lost parts are noticed. */
  read: (root: Send) => Promise<unknown>
  /** Where Undo is: in the success message, unless in the dialog. */
  undoIn?: 'dialog'
  /** Checks the page after Undo. */
  after?: () => Promise<unknown>
  /** Another person's change of the same, after the action. Undo must refuse, unless it `merges`. */
  otherChange?: (root: Send) => Promise<unknown>
  /** Whether Undo reverts the action only, so that the other change stays. */
  merges?: boolean
}

/** Limit of waiting, in rounds of the event loop. */
const MAX_ROUNDS = 2000

/** Awaits requests during which components may change. */
const inAct = async <T,>(work: () => T | Promise<T>): Promise<T> => {
  let result: { value: T } | undefined
  await act(async () => {
    result = { value: await work() }
  })
  return result!.value
}

const waitFor = async (isDone: () => boolean | Promise<boolean>, what: string) => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (await inAct(isDone)) return
    await flush()
  }
  throw new Error(what)
}

/** An element as soon as it is there. */
const waitForElement = async (get: () => HTMLElement) => {
  let failure: unknown
  await waitFor(() => {
    try {
      return !!get()
    } catch (error) {
      failure = error
      return false
    }
  }, 'not rendered').catch((error: unknown) => Promise.reject(failure ?? error))
  return get()
}

/** Presses a button as soon as it is there. */
export const pressButton = async (label: string) => click(await waitForElement(() => button(label)))

/** Presses a button of the open dialog. */
export const pressDialogButton = async (label: string) =>
  click(await waitForElement(() => button(label, find('[role=dialog], [role=alertdialog]'))))

/** Chooses an action of a row, by the text of its first cell. */
export const pressRow = async (name: string, label: string) => {
  const row = await waitForElement(() => rowOf(name))
  const [own] = findAll('button', row).filter((one) => nameOf(one) === label)
  if (own) return click(own)
  await click(await waitForElement(() => findAll('button[aria-haspopup=menu]', rowOf(name))[0]!))
  await click(await waitForElement(() => menuItem(label)))
}

const rowOf = (name: string) => {
  const row = findAll('[role=row]').find((one) => one.textContent?.includes(name))
  if (!row) throw new Error(`no row ${name}`)
  return row
}

/** Clicks a field, such as a switch, as soon as it is there. */
export const clickField = async (label: string) => click(await waitForElement(() => field(label)))

/** Replaces the text of a field as soon as it is there. */
export const fill = async (label: string, text: string) => type(await waitForElement(() => field(label)), text)

/** Adds an option of a combobox by its name. */
export const addOption = async (label: string, name: string) => {
  await fill(label, name)
  await waitFor(() => findAll('[role=option]')[0]?.textContent?.includes(name) ?? false, `no option ${name}`)
  await press('Enter', field(label))
}

type Start = () => Promise<Host>

/** Starts a console with the action of a case done, and returns the state of before. */
const startActed = async (
  plugins: readonly string[],
  start: Start,
  { arrange, element, act: runAction, read, undoIn }: UndoCase,
) => {
  const host = await start()
  const root = await host.as(host.root)
  await serve(root)
  startTestSession({ account: host.root.accessKey, plugins: [...plugins], features: [...features] })
  await arrange?.(root)
  const before = await read(root)
  await render(
    <>
      {await element?.(root)}
      <ConfirmDialogs />
    </>,
  )
  // a test before may have shown one late
  banners.messages = []
  await runAction()
  if (undoIn === 'dialog') await waitForElement(() => button('Undo'))
  else
    await waitFor(
      () => banners.messages.at(-1)?.action?.label === 'Undo',
      `no message with Undo: ${JSON.stringify(banners.messages.map(({ text }) => text))}`,
    )
  assert.not.equal(await inAct(() => read(root)), before, 'the action changes nothing')
  const pressUndo = () => (undoIn === 'dialog' ? pressButton('Undo') : actOn(banners.messages.at(-1)?.action?.run))
  return { root, before, pressUndo }
}

const actOn = (run: (() => void) | undefined) => act(async () => run?.())

const waitForState = (root: Send, read: UndoCase['read'], expected: unknown) =>
  waitFor(
    async () => JSON.stringify(await read(root)) === JSON.stringify(expected),
    'Undo does not restore the state',
  ).catch(async () => assert.equal(await read(root), expected))

/** The state with only the other person's change. */
const stateOfOther = async (start: Start, { arrange, read, otherChange }: UndoCase) => {
  const host = await start()
  const root = await host.as(host.root)
  await arrange?.(root)
  await otherChange?.(root)
  return read(root)
}

/**
 * Adds tests for each case: after the action and its Undo, the server has the state of before; and Undo does not
 * overwrite what another person changed with `otherChange`.
 */
export const defineUndoTests = (
  test: Test,
  plugins: readonly string[],
  cases: Readonly<Record<string, UndoCase>>,
  start: Start = startHost,
) => {
  const define = (title: string, run: () => Promise<unknown>) =>
    test(title, async () => {
      try {
        await run()
      } finally {
        // requests in flight are aborted before the server stops
        await cleanup()
        banners.messages = []
      }
    })
  for (const [title, one] of Object.entries(cases)) {
    define(`Undo ${title}`, async () => {
      const { root, before, pressUndo } = await startActed(plugins, start, one)
      await pressUndo()
      await waitForState(root, one.read, before)
      await one.after?.()
    })
    if (!one.otherChange) continue
    define(`Undo ${title}, and keeps the change of another person`, async () => {
      const expected = one.merges && (await stateOfOther(start, one))
      const { root, pressUndo } = await startActed(plugins, start, one)
      const changed = await inAct(async () => {
        await one.otherChange?.(root)
        return one.read(root)
      })
      await pressUndo()
      if (one.merges) return waitForState(root, one.read, expected)
      await waitFor(() => banners.messages.at(-1)?.tone === 'danger', 'Undo reports no error')
      assert.match(banners.messages.at(-1)?.text ?? '', /^Cannot undo: a newer change/)
      assert.equal(await inAct(() => one.read(root)), changed)
    })
  }
}

/** Reads a JSON response. */
export const reading = (url: string) => async (root: Send) => (await root('GET', url)).json<unknown>()

/** Sends requests that must succeed, one after the other. */
export const sending =
  (...requests: [method: string, url: string, body?: unknown][]) =>
  async (root: Send) => {
    for (const [method, url, body] of requests) {
      const response = await root(method, url, body)
      assert.ok(response.statusCode < 300, `${method} ${url}: ${response.payload}`)
    }
  }

import type { ReactNode } from 'react'
import { banners, showToast } from '../../core/web/toasts.ts'
import { features } from '../../engines/embedded/adapter-context.ts'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { startFakeServer } from '../core/fake-server.ts'
import { type Send, startHost } from '../server/host.ts'
import { button, click, cleanup, field, findAll, flush, press, render, type } from './react.tsx'
import { startTestSession } from './session.ts'
import { assert, type Test } from './suite.ts'

/** An action whose success message has Undo. */
export type UndoCase = {
  /** Creates what the action changes, with requests as root. */
  arrange?: (root: Send) => Promise<unknown>
  /** The dialog or page with the action, rendered after `arrange`. */
  element?: (root: Send) => ReactNode | Promise<ReactNode>
  act: () => Promise<unknown>
  /** What the action changes, complete, so that lost parts are noticed. */
  read: (root: Send) => Promise<unknown>
}

/** Limit of waiting, in rounds of the event loop. */
const MAX_ROUNDS = 2000

const waitFor = async (isDone: () => boolean | Promise<boolean>, what: string) => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (await isDone()) return
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
  }, 'not rendered').catch(() => Promise.reject(failure as Error))
  return get()
}

/** Presses a button as soon as it is there. */
export const pressButton = async (label: string) => click(await waitForElement(() => button(label)))

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

/** Adds a test for each case: after the action and its Undo, the server has the state of before. */
export const defineUndoTests = (test: Test, plugins: readonly string[], cases: Readonly<Record<string, UndoCase>>) => {
  test.after.each(cleanup)
  for (const [title, { arrange, element, act, read }] of Object.entries(cases))
    test(`Undo ${title}`, async () => {
      const host = await startHost()
      const root = await host.as(host.root)
      // the components send their requests to a real server
      await startFakeServer(async ({ method, url, body, type }) => {
        const sent = body === '' ? undefined : body
        const { statusCode, payload } = await root(method, url, sent, type ? { 'content-type': type } : {})
        return { status: statusCode, body: payload }
      })
      startTestSession({ account: host.root.accessKey, plugins: [...plugins], features: [...features] })
      await arrange?.(root)
      const before = await read(root)
      await render(
        <>
          {await element?.(root)}
          <ConfirmDialogs />
        </>,
      )
      await act()
      await waitFor(
        async () => banners.messages.at(-1)?.action?.label === 'Undo',
        `no message with Undo: ${JSON.stringify(banners.messages.map(({ text }) => text))}`,
      )
      assert.not.equal(await read(root), before, 'the action changes nothing')
      banners.messages.at(-1)?.action?.run?.()
      await waitFor(
        async () => JSON.stringify(await read(root)) === JSON.stringify(before),
        'Undo does not restore the state',
      ).catch(async () => assert.equal(await read(root), before))
      showToast('')
      // what is still loading is aborted before the server stops
      await cleanup()
    })
}

/** Reads a JSON response. */
export const reading = (url: string) => async (root: Send) => (await root('GET', url)).json<unknown>()

/** Sends requests that must succeed, one after the other. */
export const sending =
  (...requests: [method: string, url: string, body?: unknown][]) =>
  async (root: Send) => {
    for (const [method, url, body] of requests) {
      const answer = await root(method, url, body)
      assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.payload}`)
    }
  }

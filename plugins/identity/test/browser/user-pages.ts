import { assert } from '../../../../test/lib/suite.ts'
import { root } from '../../../../test/browser/console.ts'
import { dialog } from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'

export const secretKey = 'a-good-password'

export const fetchUser = async (name: string) =>
  (await root('GET', `/api/v1/user?name=${encodeURIComponent(name)}`)).json as {
    status: string
    policy: string[]
    memberOf: string[]
  }

/** Clicks a disabled button, which Playwright would otherwise wait for. */
export const pressDisabled = async (name: string) => {
  assert.is(await button(name).getAttribute('aria-disabled'), 'true')
  await button(name).click({ force: true })
  assert.is(await dialog().count(), 0)
}

export const pressInRow = async (name: string, action: string) => {
  await row(name).hover()
  await row(name).getByRole('button', { name: action, exact: true }).click({ force: true })
}

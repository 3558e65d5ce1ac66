import { useQuery } from '../core/web/location.ts'

/** Address of a page that leads back to another one when its task is done. */
export const withReturn = (to: string, back: string | undefined) =>
  back ? `${to}?${new URLSearchParams({ return: back })}` : to

/** Address in this console of the page that leads here, if it wants to be returned to. */
export const useReturn = () => {
  const [address] = useQuery('return')
  return /^\/(?![/\\])/.test(address) ? address : undefined
}

/** Address to return to, with the task's result in its query. */
export const returnAddress = (back: string, result: Readonly<Record<string, string>>) => {
  const [path = '', search] = back.split('?')
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...result })}`
}

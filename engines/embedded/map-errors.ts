import { toFailure } from './store/fs-errors.ts'

type Method = (...args: unknown[]) => unknown

/**
 * Wraps a port so that errors of a damaged data folder become `Failure`s with an explanation. Feeds pass through
 * unchanged.
 */
export const mapErrors = <Port>(port: Port, folder: string): Port => {
  const wrap =
    (call: Method): Method =>
    (...args) => {
      const result = call(...args)
      if (!(result instanceof Promise)) return result
      return result.catch(async (error: unknown) => {
        throw await toFailure(error, folder)
      })
    }
  return Object.fromEntries(
    Object.entries(port as Record<string, Method>).map(([name, call]) => [name, wrap(call)]),
  ) as Port
}

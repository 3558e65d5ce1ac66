const secret = /(token|secret|password|signature|credential|^code$|^state$)/i

/** An address for the log: values of a query that may be a secret are left out. */
export const loggedAddress = (address: string) => {
  const [path = '', query] = address.split(/\?(.*)/s)
  if (!query) return path
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=')
    return secret.test(name) ? `${name}=…` : pair
  })
  return `${path}?${pairs.join('&')}`
}

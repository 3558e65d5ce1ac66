declare module '*/LICENSE' {
  const text: string
  export default text
}

/** How large hostile input is. `npm run test:unit` takes a quarter of it, for an answer within half a minute; `npm test` takes all. */
export const sized = (count: number): number => Math.ceil(count / (process.env.CODEINDEX_TEST_QUICK ? 4 : 1));

/**
 * Hits of a search that the server is asked to count. Counting 100,000 of them takes longer than finding a page, and
 * nobody turns fifty.
 */
export const COUNTED = 1000;

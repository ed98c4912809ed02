import { useEffect, useState } from 'react';
import { parseSearch } from '#rules/whitelist-search.ts';

/** A pause in typing that starts the search, in ms. */
const TYPING_PAUSE_MS = 250;

export function useSearch() {
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = settled.trim();
  const isEnough = parseSearch(wanted) !== null;
  return {
    text,
    setText,
    /** What is searched for; null for the whole list. */
    find: isEnough ? wanted : null,
    isTooLittle: wanted !== '' && !isEnough,
  };
}

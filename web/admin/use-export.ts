import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import {
  addressPieces,
  type ExportFormat,
  exportFileName,
  exportPieces,
} from '#rules/whitelist-export.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { serverTime } from '#web/ui/clock.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { copyWhenReady, saveFile, writeInSlices } from './export-file.ts';
import { readWhole } from './queries.ts';
import { texts } from './texts.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  txt: 'text/plain;charset=utf-8',
};

class NoEntriesError extends Error {
  override name = 'NoEntriesError';
}

/** The list could not be read; its message is the sentence for the person. */
class UnreadError extends Error {
  override name = 'UnreadError';
}

/** The actions of the two buttons: load the whole list, write it, save or copy it, show a toast. */
export function useExport(isHeldOnly: boolean) {
  const queries = useQueryClient();
  /** How many registrations the running action has loaded; null when none runs. */
  const [loaded, setLoaded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function readEntries(signal: AbortSignal): Promise<WhitelistEntry[]> {
    const entries = await readWhole(queries, isHeldOnly, setLoaded, signal).catch((cause) => {
      throw new UnreadError(sentenceOf(cause, texts.acts.download.failedText), { cause });
    });
    if (entries.length === 0) throw new NoEntriesError();
    return entries;
  }

  async function run(
    act: keyof typeof texts.acts,
    deliver: (signal: AbortSignal) => Promise<string>,
  ): Promise<void> {
    if (running.current !== null) return;
    const own = new AbortController();
    running.current = own;
    setProblem(null);
    setLoaded(0);
    const words = texts.acts[act];
    try {
      const description = await deliver(own.signal);
      toast({ title: words.done, description });
    } catch (error) {
      if (own.signal.aborted) return;
      const isEmpty = error instanceof NoEntriesError;
      const why = isEmpty
        ? words.nothing
        : error instanceof UnreadError
          ? error.message
          : words.failedText;
      setProblem(why);
      toast(failureToast(isEmpty ? texts.noData : words.failed)(why));
    } finally {
      if (running.current === own) running.current = null;
      if (!own.signal.aborted) setLoaded(null);
    }
  }

  return {
    loaded,
    problem,
    /** What is to be taken is another thing now. */
    forget: () => setProblem(null),

    download: (format: ExportFormat) =>
      run('download', async (signal) => {
        const entries = await readEntries(signal);
        const exportedAt = new Date(serverTime()).toISOString();
        const pieces = exportPieces(format, entries, exportedAt);
        const file = await writeInSlices(pieces, TYPES[format], signal);
        const name = exportFileName(format, exportedAt);
        saveFile(file, name);
        return texts.acts.download.doneText(entries.length, name);
      }),

    copy: () =>
      run('copy', async (signal) => {
        let wallets = 0;
        function* pieces(entries: readonly WhitelistEntry[]) {
          wallets = yield* addressPieces(entries);
        }
        const making = readEntries(signal).then((entries) =>
          writeInSlices(pieces(entries), 'text/plain', signal),
        );
        await copyWhenReady(making);
        return texts.acts.copy.doneText(wallets);
      }),

    cancel(): void {
      running.current?.abort();
      running.current = null;
      setLoaded(null);
    },
  };
}

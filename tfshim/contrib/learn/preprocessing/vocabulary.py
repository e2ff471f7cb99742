"""The numbers of words, given in the order in which they come."""

import collections


class CategoricalVocabulary:
    """Numbers words from 1 on as they come; 0 is `unknown_token`. With `support_reverse` numbers are turned back into words."""

    def __init__(self, unknown_token="<UNK>", support_reverse=True):
        self._unknown_token, self._support_reverse = unknown_token, support_reverse
        self._freq, self._freeze = collections.defaultdict(int), False
        self._begin()

    def _begin(self):
        self._mapping = {self._unknown_token: 0}
        if self._support_reverse:
            self._reverse_mapping = [self._unknown_token]

    def _append(self, category):
        self._mapping[category] = len(self._mapping)
        if self._support_reverse:
            self._reverse_mapping.append(category)

    def __len__(self):
        return len(self._mapping)

    def freeze(self, freeze=True):
        """Take in no more words: those that are new have the number 0."""
        self._freeze = freeze

    def get(self, category):
        """The number of a word, which gets one where it is new."""
        if category not in self._mapping:
            if self._freeze:
                return 0
            self._append(category)
        return self._mapping[category]

    def add(self, category, count=1):
        """Count a word."""
        if self.get(category) > 0:
            self._freq[category] += count

    def trim(self, min_frequency, max_frequency=-1):
        """Keep the words that came more than `min_frequency` times, and fewer than `max_frequency` (-1: any), the commonest first."""
        # Among those that came as often, what is no text comes first.
        ordered = sorted(self._freq.items(), key=lambda item: (-item[1], isinstance(item[0], str), item[0]))
        kept = [(word, n) for word, n in ordered if n > min_frequency and not 0 < max_frequency <= n]
        self._begin()
        for word, _ in kept:
            self._append(word)
        self._freq = dict(kept)

    def reverse(self, class_id):
        """The word of a number. Raises ValueError for a vocabulary that was made without that."""
        if not self._support_reverse:
            raise ValueError("This vocabulary wasn't initialized with support_reverse to support reverse() function.")
        return self._reverse_mapping[class_id]

"""What the prototype does not know: a rung that is left out of the pooled noise has intervals and claims of its own rounds,
and a p does not depend on whether the printed interval holds the value."""
import math
from bisect import bisect_left
from itertools import accumulate
from statistics import mean, median, stdev


def t_interval(values, coverage, t):
    half = t.ppf((1 + coverage) / 2, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return {"low": math.exp(mean(values) - half), "centre": math.exp(median(values)),
            "high": math.exp(mean(values) + half), "coverage": coverage}


def signed_rank_interval(values):
    """Walsh averages, at the exact coverage of at least 95 %."""
    counts = [1]
    for rank in range(1, len(values) + 1):
        counts = [a + b for a, b in zip(counts + [0] * rank, [0] * rank + counts)]
    tail = [below / sum(counts) for below in accumulate(counts)]
    k = bisect_left(tail, 0.025 + 1e-12)  # so many averages fall away at either end
    averages = sorted((a + b) / 2 for i, a in enumerate(values) for b in values[i:])
    return {"low": math.exp(averages[k - 1]), "centre": math.exp(median(averages)),
            "high": math.exp(averages[-k]), "coverage": 1 - 2 * tail[k - 1]}


def coverage_of(values):
    return 0.95 if len(values) > 2 else 0.90


def p_value(values, log_value, noise, is_pooled, t):
    n = len(values)
    away = abs(mean(values) - log_value)
    pooled = 2 * t.sf(away / (noise["sd"] * math.sqrt(2 / n)), noise["df"])
    if is_pooled:
        return pooled
    return max(pooled, 2 * t.sf(away * math.sqrt(n) / stdev(values), n - 1))


def with_own_noise(case, t):
    """t: the t distribution, as scipy.stats.t."""
    noise, y = case["noise"], case["y"]
    del case["repeats_needed"]
    for k in range(len(y[0]) if noise else 0):
        values = [row[k] for row in y if row[k] is not None]
        if 2 <= len(values) < 6 and k not in noise["rungs"]:
            case["times"][k] = t_interval(values, coverage_of(values), t)
    for pair in case["ratios"]:
        a, b = pair["a"], pair["b"]
        values = [row[a] - row[b] for row in y if row[a] is not None and row[b] is not None]
        is_pooled = not noise or {a, b} <= set(noise["rungs"])
        if len(values) > 1 and noise and not is_pooled:
            few = len(values) < 6
            pair["ratio"] = t_interval(values, coverage_of(values), t) if few else signed_rank_interval(values)
        by_ranks = len(values) >= 6 and is_pooled and not case["rounds_differ"]
        for p in pair["p"]:
            if by_ranks:
                p["p"] = None if p["p"] == 1 else p["p"]
            elif len(values) > 1 and noise:
                p["p"] = p_value(values, p["log_value"], noise, is_pooled, t)
    return case

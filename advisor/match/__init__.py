"""Matches between named players: the same decks for every seat order, results with errors.

=========  ====================================================================================
`plan`     what is played
`orders`   who sits where: every seat order in turn, every rotation on the same decks
`worth`    what a finished hand is worth to each seat, in whole units
`hands`    one part of a match of single hands
`pots`     one part of a match for whole pots, tokens to the end
`sums`     what a part leaves behind: whole numbers that can be added in any order
`result`   from sums to estimates
`known`    when it is known who is better
`run`      parts shared among workers, kept in order
`cluster`  the same on the workers of a Dask scheduler
`saved`    sums in a file, believed only if it is whole
`keep`     a match that is kept in a file while it is played
`robin`    everybody against everybody
`rating`   one number for each player from all pairings
`picture`  the ratings as a picture
=========  ====================================================================================
"""
